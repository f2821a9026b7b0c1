import assert from 'node:assert/strict'
import { checkVat, type Claimed } from './check-vat.ts'
import { vies, type Verdict } from './vies.ts'

// Answers of VIES for each VAT number, in the format of its API.
const answers: Record<string, () => Response | Promise<Response>> = {
  '111111111': () =>
    Response.json({
      countryCode: 'DE',
      vatNumber: '111111111',
      requestDate: '2026-11-26T13:00:00.000Z',
      valid: true,
      requestIdentifier: 'WAPIAAAAW1',
      name: '---',
      address: '---',
    }),
  '222222222': () =>
    Response.json({
      countryCode: 'DE',
      vatNumber: '222222222',
      valid: false,
      requestIdentifier: '',
    }),
  '333333333': () =>
    Response.json({ actionSucceed: false, errorWrappers: [{ error: 'MS_MAX_CONCURRENT_REQ' }] }),
  '444444444': () => new Response('<html>Bad gateway</html>', { status: 502 }),
  '555555555': () => new Promise<Response>((resolve) => setTimeout(resolve, 500, new Response())),
}

async function withVies<Value>(act: (address: string, asked: unknown[]) => Promise<Value>) {
  const asked: unknown[] = []
  const server = Deno.serve({ hostname: '127.0.0.1', port: 0, onListen() {} }, async (request) => {
    if (new URL(request.url).pathname !== '/rest-api/check-vat-number')
      return new Response('', { status: 404 })
    const body = await request.json()
    asked.push(body)
    return await (answers[body.vatNumber] ?? (() => new Response('{}')))()
  })
  try {
    return await act(`http://127.0.0.1:${server.addr.port}/rest-api`, asked)
  } finally {
    await server.shutdown()
  }
}

const claimed = (vat_number: string): Claimed => ({
  company_id: vat_number,
  vat_number,
  requester: 'FRAB123456789',
})

Deno.test('only a clear answer of VIES is recorded as valid or invalid, and any other answer as unreachable', async () => {
  const faults: string[] = []
  const recorded: [string, Verdict][] = []
  const due = ['DE111111111', 'DE222222222', 'DE333333333', 'DE444444444', 'DE555555555'].map(
    claimed,
  )
  const counts = await withVies((address) =>
    checkVat(
      vies((fault) => faults.push(fault), address, 200),
      {
        claim: () => Promise.resolve(due.splice(0, 1)),
        record: ({ vat_number }, verdict) =>
          Promise.resolve(void recorded.push([vat_number, verdict])),
      },
      Date.now() + 60_000,
    ),
  )
  const unreachable = { state: 'unreachable', proof: null }
  assert.deepEqual(recorded, [
    ['DE111111111', { state: 'valid', proof: 'WAPIAAAAW1' }],
    ['DE222222222', { state: 'invalid', proof: '' }],
    ['DE333333333', unreachable],
    ['DE444444444', unreachable],
    ['DE555555555', unreachable],
  ])
  assert.deepEqual(counts, { valid: 1, invalid: 1, unreachable: 3 })
  assert.equal(faults[0], 'VIES answered 200 MS_MAX_CONCURRENT_REQ')
  assert.equal(faults.length, 3)
})

Deno.test('a request to VIES contains the VAT number of the market if there is one', async () => {
  await withVies(async (address, asked) => {
    const register = vies(() => {}, address)
    await register('DE111111111', 'FRAB123456789')
    await register('EL123456789', null)
    assert.deepEqual(asked, [
      {
        countryCode: 'DE',
        vatNumber: '111111111',
        requesterMemberStateCode: 'FR',
        requesterNumber: 'AB123456789',
      },
      { countryCode: 'EL', vatNumber: '123456789' },
    ])
  })
})
