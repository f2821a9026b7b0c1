// Tests the code that sends evidence in card disputes, with Stripe's library and a local provider that refuses
// what Stripe refuses. Runs are killed, doubled and late, and answers are lost: the bank gets the evidence once.
import { expect, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { sandboxProvider } from '../../functions/_shared/payments/sandbox.ts'
import {
  sendEvidence,
  type Cases,
  type Claimed,
} from '../../functions/send-evidence/send-evidence.ts'
import { mortal, startMarket, type Death } from '../support/payouts.ts'

const DAY_MS = 86_400_000
let brands = 0
/** The provider's reference of the payment, by the id of its dispute. */
const payments = new Map<string, string>()

const market = forAllTests(startMarket)

/** Makes a dispute in which the bank accepts evidence for this many days. With two days left it is sent at once. */
async function dispute(days: number): Promise<string> {
  brands += 1
  const reference = market.provider.pay(`order ${brands}`, 10_000, '4242')
  const answer = await fetch(`${market.provider.url}/v1/sessions/${reference}/disputes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${market.secrets.secretKey}` },
    body: JSON.stringify({ days }),
  })
  const { id } = (await answer.json()) as { id: string }
  payments.set(id, reference)
  const found = await market.payments.findDispute(id)
  const order = await market.newOrder('completed')
  await market.db.sql`
    select private.record_provider_dispute('sandbox', p.provider_ref, ${id}, ${found!.status}, 10000, 'USD', now(), ${found!.evidenceDueAt})
    from public.payments p where p.order_id = ${order.id}`
  return id
}

const cases: Cases = {
  claim: (providers, batch) =>
    market.by('service')<Claimed>`select * from public.claim_evidence(${providers}, ${batch})`(),
  record: async (id, problem) => {
    await market.by('service')`select public.record_evidence(${id}, ${problem})`()
  },
}

/** Runs send-evidence once; `dies` is the step before or after which it is killed. */
function send(dies: Death<keyof Cases> = () => undefined, provider = market.payments) {
  const none = { sent: 0, refused: 0, failed: 0 }
  const steps = mortal(cases, dies)
  return sendEvidence([provider], steps, Date.now() + 60_000, () => undefined).catch(() => none)
}
const later = () =>
  market.db.sql`update private.chargeback_evidence set leased_until = now() - interval '1 second'
    where sent_at is null and problem is null and evidence is not null`

async function stateOf(id: string) {
  const [row] = await market.db.sql<{ state: string; problem: string | null }[]>`
    select private.evidence_state(c, e, now()) as state, e.problem
    from private.chargebacks c left join private.chargeback_evidence e on e.chargeback_id = c.id
    where c.provider_ref = ${id}`
  return [row?.state, row?.problem]
}
/** The number of submissions; the provider sends one event for each. */
const submissions = (id: string) =>
  market.events.filter(({ body }) => body.includes('charge.dispute.updated') && body.includes(id))
    .length

test.for(
  (['claim', 'record'] as const).flatMap((step) =>
    (['before', 'after'] as const).map((when) => ({ step, when })),
  ),
)('after a sender that dies $when the step $step evidence is sent once', async (death) => {
  const id = await dispute(2)
  await send((step) => (step === death.step ? death.when : undefined))
  await later()
  await send()
  await later()
  await send()
  expect(await stateOf(id)).toEqual(['sent', null])
  await expect.poll(() => submissions(id)).toBe(1)
})

test.for(['before', 'after'] as const)(
  'evidence is sent once when its request is lost %s the provider acted on it',
  async (when) => {
    const id = await dispute(2)
    market.lost.lose = (method, path) =>
      method === 'POST' && path === `/v1/disputes/${id}` ? when : undefined
    expect(await send()).toMatchObject({ sent: 0, failed: 1 })
    market.lost.lose = () => undefined
    expect(await stateOf(id)).toEqual(['sending', null])
    await later()
    // The provider has forgotten the idempotency key, which it keeps for a day.
    market.wait(1.5 * DAY_MS)
    expect(await send()).toMatchObject({ sent: 1 })
    market.wait(-1.5 * DAY_MS)
    expect(await stateOf(id)).toEqual(['sent', null])
    await expect.poll(() => submissions(id)).toBe(1)
  },
)

test('five senders at once send evidence once', async () => {
  const id = await dispute(2)
  const [{ chargeback_id, dispute_ref, evidence } = {} as Claimed] = await cases.claim(
    ['sandbox'],
    5,
  )
  const evidenceOnce = {
    disputeReference: dispute_ref,
    key: `evidence-${chargeback_id}`,
    fields: evidence,
  }
  const answers = await Promise.allSettled(
    Array.from({ length: 5 }, () => market.payments.sendEvidence(evidenceOnce)),
  )
  expect(answers.map((each) => each.status === 'fulfilled' && each.value)).toEqual(
    Array.from({ length: 5 }, () => null),
  )
  await later()
  await Promise.all(Array.from({ length: 5 }, () => send()))
  expect(await stateOf(id)).toEqual(['sent', null])
  await expect.poll(() => submissions(id)).toBe(1)
})

test('evidence that is too late, or that follows another answer, is refused permanently', async () => {
  const [late, passed, answered] = [await dispute(2), await dispute(2), await dispute(2)]
  const atBank = (id: string) => market.provider.session(payments.get(id) ?? '').disputes[0]!
  // At the provider, the time for evidence of one dispute is over, and another dispute was answered elsewhere.
  atBank(passed).due_at = new Date(Date.now() - 1000).toISOString()
  atBank(answered).answer = { evidence: {}, metadata: {} }
  market.lost.lose = (method, path) => {
    if (method === 'POST' && path === `/v1/disputes/${late}`) market.wait(3 * DAY_MS)
    return undefined
  }
  expect(await send()).toMatchObject({ sent: 0, refused: 3 })
  market.lost.lose = () => undefined
  market.wait(-3 * DAY_MS)
  expect(await stateOf(late)).toEqual(['refused', 'dispute_closed'])
  expect(await stateOf(passed)).toEqual(['refused', 'too_late'])
  expect(await stateOf(answered)).toEqual(['refused', 'answered_elsewhere'])
  for (const id of [late, passed, answered]) expect(submissions(id)).toBe(0)
})

test('a bank that accepts no evidence names no deadline', async () => {
  const id = await dispute(0)
  expect((await market.payments.findDispute(id))?.evidenceDueAt).toBe(null)
  expect(await stateOf(id)).toEqual(['impossible', null])
  expect(await send()).toEqual({ sent: 0, refused: 0, failed: 0 })
})

test('evidence that the provider rejects is refused, and a rejected API key leaves it open', async () => {
  const id = await dispute(20)
  const give = (fields: Record<string, string>) =>
    market.payments.sendEvidence({
      disputeReference: id,
      key: `k ${Object.keys(fields)[0]}`,
      fields,
    })
  expect(await give({ uncategorized_text: 'x'.repeat(20_001) })).toBe('string_too_long')
  expect(await give({ unknown_field: 'x' })).toBe('parameter_unknown')
  const wrong = { ...market.secrets, secretKey: 'sk_wrong', apiUrl: market.provider.url }
  const due = await dispute(2)
  expect(await send(undefined, sandboxProvider(wrong))).toMatchObject({ failed: 1, refused: 0 })
  await later()
  expect(await send()).toMatchObject({ sent: 1 })
  expect(await stateOf(due)).toEqual(['sent', null])
})
