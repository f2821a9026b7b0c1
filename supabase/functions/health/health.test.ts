import assert from 'node:assert/strict'
import { healthResponse, metricsResponse, metricsText } from './health.ts'

const fine = { name: 'emails', is_fine: true, detail: 'nothing waits', value: 0, unit: 'seconds' }
const wrong = { name: 'solvency', is_fine: false, detail: 'USD', value: null, unit: null }

Deno.test('a failed health check raises an alarm with status 503, and so does an empty result', async () => {
  assert.equal(healthResponse([fine]).status, 200)
  assert.equal(healthResponse([fine, wrong]).status, 503)
  assert.equal(healthResponse([]).status, 503)
  assert.deepEqual(await healthResponse([fine, wrong], 'v1').json(), {
    is_fine: false,
    release: 'v1',
    checks: [fine, wrong],
  })
})

Deno.test('an overdue queue of staff is reported with status 200, so that it raises no alarm', async () => {
  const waits = { ...wrong, name: 'approvals' }
  const response = healthResponse([fine, waits])
  assert.equal(response.status, 200)
  assert.partialDeepStrictEqual(await response.json(), { is_fine: false, checks: [fine, waits] })
  assert.equal(healthResponse([waits, wrong]).status, 503)
})

Deno.test('the metrics for Prometheus have one line for each check, and one for each check with a value', () => {
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

Deno.test('metrics are returned with status 200 although a check has failed, and are not cached', () => {
  const { status, headers } = metricsResponse([wrong])
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  assert.equal(headers.get('cache-control'), 'no-store')
})
