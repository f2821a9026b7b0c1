import assert from 'node:assert/strict'
import { healthResponse, metricsResponse, metricsText } from './health.ts'

const fine = { name: 'emails', is_fine: true, detail: 'nothing waits', value: 0, unit: 'seconds' }
const wrong = { name: 'solvency', is_fine: false, detail: 'USD', value: null, unit: null }

Deno.test('one failed check raises an alarm, and so does an empty result', async () => {
  assert.equal(healthResponse([fine]).status, 200)
  assert.equal(healthResponse([fine, wrong]).status, 503)
  assert.equal(healthResponse([]).status, 503)
  assert.deepEqual(await healthResponse([fine, wrong], 'v1').json(), {
    is_fine: false,
    release: 'v1',
    checks: [fine, wrong],
  })
})

Deno.test('an overdue queue of staff is reported without an alarm', async () => {
  const waits = { ...wrong, name: 'approvals' }
  const response = healthResponse([fine, waits])
  assert.equal(response.status, 200)
  assert.partialDeepStrictEqual(await response.json(), { is_fine: false, checks: [fine, waits] })
  assert.equal(healthResponse([waits, wrong]).status, 503)
})

Deno.test('Prometheus reads a line for each row, and one for what it counts', () => {
  assert.equal(
    metricsText([fine, wrong]).replaceAll(/^# HELP.*\n/gm, ''),
    `# TYPE kolpact_check_fine gauge
kolpact_check_fine{check="emails"} 1
kolpact_check_fine{check="solvency"} 0
# TYPE kolpact_check_value gauge
kolpact_check_value{check="emails",unit="seconds"} 0
`,
  )
  const odd = metricsText([{ ...wrong, name: 'a"b\\c\nd' }])
  assert.ok(odd.includes(String.raw`{check="a\"b\\c\nd"} 0`))
})

Deno.test('metrics are returned whether or not all is fine, and are not cached', () => {
  const { status, headers } = metricsResponse([wrong])
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  assert.equal(headers.get('cache-control'), 'no-store')
})
