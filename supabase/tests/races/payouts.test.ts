// Tests the code that sends payouts and refunds, by a provider and by staff by hand, under the same rules.
// Senders are killed, doubled and late, answers are lost, events are shuffled, repeated and forged.
// No money is sent twice, and at the end the ledger agrees with the provider's books.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { startMarket, type Creator, type Event, type Step } from '../support/payouts.ts'
import {
  inSession,
  race,
  seededChances,
  times,
  untilWaiting,
  type Chances,
} from '../support/race.ts'

const market = forAllTests(startMarket)
beforeAll(async () => {
  await market.db.sql`update private.settings set value = 0 where key = 'payout_grace'`
  await market.db.sql`update private.settings set value = 100000 where key = 'payouts_per_day'`
  await market.db.sql`select tests.make_staff('sam'), tests.make_staff('sue')`
})

async function stateOf(id: string) {
  const [row] = await market.db.sql<{ status: string; failure_reason: string | null }[]>`
    select status, failure_reason from public.payouts where id = ${id}`
  return row
}

/** Makes a creator with an account at the provider, and a requested payout to that account. */
async function requested(bank?: string) {
  const creator = await market.newCreator(bank)
  return { creator, id: await market.request(creator) }
}

const available = ({ id }: Creator) => market.balance(id, 'available')
const faults = () => market.db.sql`select * from private.ledger_faults()`

/** The number of payouts to the bank that did not fail, and of transfers that were not reversed, for a payout. */
function left(id: string) {
  const { transfers, payouts } = market.provider.state
  const of = (each: { metadata: { [name: string]: string } }) => each.metadata['payout_id'] === id
  return {
    transfers: transfers.filter((each) => of(each) && each.amount_reversed === 0).length,
    payouts: payouts.filter((each) => of(each) && each.status !== 'failed').length,
  }
}
const ONCE = { transfers: 1, payouts: 1 }
const NEVER = { transfers: 0, payouts: 0 }

function settle(id: string) {
  const { state, money } = market.provider
  for (const each of state.payouts) if (each.metadata['payout_id'] === id) money.settle(each)
}

/** Waits until the provider has sent this many events about a payout, and returns them. */
async function eventsOf(id: string, types: RegExp, count = 1): Promise<Event[]> {
  const found = () =>
    market.events.filter(({ body }) => body.includes(id) && types.test(JSON.parse(body).type))
  await expect.poll(() => found().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count)
  return found()
}

/** One way to send payouts, by a provider or by staff, with the possible ends of a payout. */
type Rail = {
  pay(): Promise<{ creator: Creator; id: string }>
  send(id: string): Promise<unknown>
  returnIt(id: string): Promise<unknown>
  refuse(id: string): Promise<unknown>
}

const staff = async (work: string, ...args: string[]) =>
  market.act(await market.value`select tests.id('sam')`, work, ...args)()

const rails: Record<string, Rail> = {
  provider: {
    pay: () => requested('account_closed'),
    send: () => market.send(),
    async returnIt(id) {
      settle(id)
      for (const event of await eventsOf(id, /^payout.failed$/)) await market.deliver(event)
    },
    async refuse(id) {
      const account = await market.value`
        select m.account from public.payouts p join private.payout_methods m on m.id = p.method_id where p.id = ${id}`
      market.provider.money.accountOf(account).status = 'restricted'
      await market.send()
    },
  },
  manual: {
    async pay() {
      const creator = await market.newCreator()
      const [method] = await market.by({ profile: creator.id, aal: 'aal2' })<{ id: string }>`
        select id from public.add_payout_method('iban', 'Kim Creator', 'DE89370400440532013000')`()
      return { creator, id: await market.request(creator, method?.id) }
    },
    async send(id) {
      await staff('select public.take_payout($1)', id).catch(() => {})
      await staff('select public.record_payout_sent($1, $2)', id, `SEPA ${id}`).catch(() => {})
    },
    returnIt: (id) =>
      market.db.sql`
        select tests.decide_by_two('sam', 'sue', 'record_payout_returned',
          jsonb_build_object('payout_id', ${id}::uuid, 'reason', 'account_closed'))`.catch(
        () => {},
      ),
    async refuse(id) {
      await staff('select public.take_payout($1)', id)
      await staff('select public.record_payout_failed($1, $2)', id, 'account_not_ready')
    },
  },
}

describe.each(Object.entries(rails))('on the %s rail', (_, rail) => {
  test('a payout that is sent twice leaves once', async () => {
    const { creator, id } = await rail.pay()
    for (let n = 0; n < 3; n++) await rail.send(id)
    expect((await stateOf(id))?.status).toBe('sent')
    expect(await available(creator)).toBe(5000)
    expect(await faults()).toEqual([])
  })

  test('a payout that comes back is available again once, however often it is reported', async () => {
    const { creator, id } = await rail.pay()
    await rail.send(id)
    for (let n = 0; n < 3; n++) await rail.returnIt(id)
    await rail.send(id)
    expect(await stateOf(id)).toEqual({ status: 'returned', failure_reason: 'account_closed' })
    expect(await available(creator)).toBe(9000)
    expect(left(id)).toEqual(NEVER)
    expect(await faults()).toEqual([])
  })

  test('a payout that is refused never leaves', async () => {
    const { creator, id } = await rail.pay()
    await rail.refuse(id)
    await rail.send(id)
    expect(await stateOf(id)).toEqual({ status: 'failed', failure_reason: 'account_not_ready' })
    expect(await available(creator)).toBe(9000)
    expect(left(id)).toEqual(NEVER)
    expect(await faults()).toEqual([])
  })
})

describe('the sender of payouts', () => {
  test('accepts events of the provider in any order, and only with a valid signature', async () => {
    const { id } = await requested()
    await market.send()
    settle(id)
    const events = await eventsOf(id, /^payout\.(created|paid)$/, 2)
    const forged = { body: events[0]?.body ?? '', signature: `t=${Date.now()},v1=00` }
    await expect(market.deliver(forged)).rejects.toMatchObject({ token: 'bad_signature' })
    for (const event of [...events.toReversed(), ...events]) await market.deliver(event)
    expect((await stateOf(id))?.status).toBe('arrived')
    expect(left(id)).toEqual(ONCE)
  })

  test('asks a provider that sends no event for the state, and stores the trace number', async () => {
    const { id } = await requested()
    await market.send()
    const bank = market.provider.state.payouts.find((each) => each.metadata['payout_id'] === id)
    Object.assign(bank ?? {}, { trace: 'TRACE1' })
    settle(id)
    await market.later()
    await market.send()
    const [row] = await market.db.sql`
      select status, trace, expected_on is not null as has_day from public.payouts where id = ${id}`
    expect(row).toEqual({ status: 'arrived', trace: 'TRACE1', has_day: true })
  })

  test.each(['/v1/transfers', '/v1/payouts'])(
    'repeats a request to %s whose answer was lost, and the payout is sent once',
    async (lostPath) => {
      for (const when of ['before', 'after'] as const) {
        const { id } = await requested()
        market.lost.lose = (method, path) =>
          method === 'POST' && path === lostPath ? when : undefined
        await market.send()
        expect((await stateOf(id))?.status).toBe('requested')
        await market.later()
        delete market.lost.lose
        await market.send()
        expect((await stateOf(id))?.status).toBe('sent')
        expect(left(id), when).toEqual(ONCE)
      }
    },
  )

  test('looks for an earlier transfer before it makes another, once the provider has forgotten the key', async () => {
    const DAY = 25 * 3_600_000
    for (const when of ['before', 'after'] as const) {
      const { id } = await requested()
      market.lost.lose = (method, path) =>
        method === 'POST' && path === '/v1/transfers' ? when : undefined
      await market.send()
      delete market.lost.lose
      market.wait(DAY)
      await market.db.sql`alter table private.payout_attempts disable trigger payout_attempts_stay`
      await market.db
        .sql`update private.payout_attempts set begun_at = now() - interval '25 hours' where payout_id = ${id}`
      await market.db.sql`alter table private.payout_attempts enable trigger payout_attempts_stay`
      for (let n = 0; n < 2; n++) {
        await market.later()
        await market.send()
      }
      expect((await stateOf(id))?.status).toBe('sent')
      expect(left(id), when).toEqual(ONCE)
      // A transfer that is found after a day is reversed, and a second attempt makes a new one.
      expect(
        await market.value`select count(*)::int from private.payout_attempts where payout_id = ${id}`,
      ).toBe(2)
    }
  })

  test('tries again later, by another attempt, when the provider has too little money', async () => {
    const { id } = await requested()
    const { state } = market.provider
    const { opening } = state
    state.opening = { usd: -1_000_000_000 }
    expect(await market.send()).toMatchObject({ kept: 1, problems: ['balance_insufficient'] })
    expect((await stateOf(id))?.status).toBe('requested')
    state.opening = opening
    await market.later()
    await market.send()
    expect((await stateOf(id))?.status).toBe('sent')
    expect(left(id)).toEqual(ONCE)
  })

  test('reverses the transfer when the provider refuses the payout to the bank', async () => {
    const { creator, id } = await requested()
    // The provider restricts the account between the transfer and the payout to the bank.
    const transfer = market.provider.money.transfer.bind(market.provider.money)
    market.provider.money.transfer = (params) => {
      const made = transfer(params)
      market.provider.money.accountOf(creator.account).status = 'restricted'
      return made
    }
    await market.send()
    market.provider.money.transfer = transfer
    expect(await stateOf(id)).toEqual({ status: 'failed', failure_reason: 'account_not_ready' })
    expect(left(id)).toEqual(NEVER)
    expect(await available(creator)).toBe(9000)
  })
})

test('a second session opens another account, because a stranger may have opened the first one', async () => {
  const open = (sessionId: string) =>
    market.payouts.openAccount({
      profileId: 'p',
      email: 'p@kolpact.test',
      country: 'DE',
      sessionId,
    })
  const first = await open('one')
  expect(await open('one')).toBe(first)
  expect(await open('two')).not.toBe(first)
})

test('a refund is split among the cards, and a part that a card refuses is owed', async () => {
  const { by, db, value } = market
  const id = await value`select tests.make_member('refunded', 'brand')`
  const kol = await value`select tests.make_member('refunder', 'kol')`
  for (const card of ['4242', '5126']) {
    const order = await value`select tests.make_order(${id}, ${kol}, 'pending_payment')`
    await market.pay(order, card)
    await by(id)`select public.cancel_order(${order}, 'Off.')`()
  }
  const ask = (amount: number | null) =>
    by(id)`select public.request_refunds(${amount}, 'USD', ${randomUUID()})`()
  await ask(14000)
  market.lost.lose = (method) => (method === 'POST' ? 'after' : undefined)
  await market.send()
  delete market.lost.lose
  await market.later()
  await market.send()
  await ask(null)
  await market.send()
  market.provider.money.settleRefunds()
  const events = market.events.filter(({ body }) => body.includes('refund'))
  await expect
    .poll(() => market.events.filter(({ body }) => body.includes('refund.failed')).length)
    .toBeGreaterThan(0)
  for (const event of [...events.toReversed(), ...market.events]) {
    if (/refund/.test(event.body)) await market.deliver(event)
  }
  const rows = await db.sql`
    select sum(amount_minor)::int as amount, status, needs_other_way from public.payouts where profile_id = ${id}
    group by 2, 3 order by 2`
  expect([...rows]).toEqual([
    { amount: 10000, status: 'failed', needs_other_way: true },
    { amount: 10000, status: 'sent', needs_other_way: false },
  ])
  const refunds = market.provider.state.refunds.filter(({ status }) => status === 'succeeded')
  expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(10000)
  expect(await faults()).toEqual([])
})

const DEATHS: Step[] = ['claim', 'noteTransfer', 'recordState', 'retry']

/** Makes payouts and sends them with senders that die at any step, lost answers, and two senders at once. */
async function trouble(chance: Chances, count: number) {
  const made: { creator: Creator; id: string }[] = []
  for (let n = 0; n < count; n++)
    made.push(await requested(chance.pick(['pays', 'pays', 'account_closed'])))
  for (let round = 0; round < 6; round++) {
    market.lost.lose = (method) =>
      method === 'POST' && chance.below(5) === 0 ? chance.pick(['before', 'after']) : undefined
    const mortal = () =>
      market.send((step) =>
        DEATHS.includes(step) && chance.below(6) === 0
          ? chance.pick(['before', 'after'])
          : undefined,
      )
    await race<unknown>(chance, [mortal, mortal])
    await market.later()
    await Promise.all([mortal(), mortal()])
    if (round % 2 === 1) for (const { id } of made) settle(id)
    await market.later()
  }
  delete market.lost.lose
  return made
}

test('senders that are killed, run twice and get wrong answers send each payout once', async () => {
  const chance = seededChances()
  const made = await trouble(chance, times(60, 6, 8))
  for (const { id } of made) settle(id)
  for (let n = 0; n < 4; n++) {
    await market.later()
    await market.send()
    for (const { id } of made) settle(id)
  }
  for (const event of market.events) {
    if (made.some(({ id }) => event.body.includes(id)) && chance.below(2) === 0)
      await market.deliver(event)
  }
  for (const { creator, id } of made) {
    const status = (await stateOf(id))?.status
    const paid = status === 'arrived' || status === 'sent'
    // `failed` is possible when the money came back before the payout was recorded as sent.
    expect(['arrived', 'returned', 'failed']).toContain(status)
    expect(left(id), `${id} ${status}`).toEqual(paid ? ONCE : NEVER)
    expect(await available(creator)).toBe(paid ? 5000 : 9000)
  }
  expect(await faults()).toEqual([])
})

test('no payout is sent when the provider has another bank than the known one, though no event said so', async () => {
  const creator = await market.newCreator()
  const { sql } = market.db
  await sql`update private.payout_accounts set bank = 'the one that was looked at' where profile_id = ${creator.id}`
  const id = await market.request(creator)
  await market.send()
  const ended = { status: 'failed', failure_reason: 'account_changed' }
  expect([left(id), await stateOf(id)]).toEqual([NEVER, ended])
  expect(await available(creator)).toBe(9000)
  const notices = await sql`
    select from public.notifications n join public.profiles p on p.user_id = n.user_id
    where p.id = ${creator.id} and n.event = 'payout_method_added'`
  expect(notices).toHaveLength(2)
})

test('a change of bank cancels a payout that is being requested, and one that a sender gives up', async () => {
  const { sql } = market.db
  const creator = await market.newCreator()
  const changeBank = (on: typeof sql, bank: string) =>
    on`select private.record_payout_account(${creator.id}, 'sandbox', ${creator.account}, 'active', '{}', ${bank})`
  const ended = { status: 'failed', failure_reason: 'account_changed' }
  const asked = await inSession(sql, { profile: creator.id, aal: 'aal2' }, async (tx) => {
    const [payout] = await tx<{ id: string }[]>`
      select id from public.request_payout(4000, 'USD', ${creator.method}, ${randomUUID()})`
    const change = changeBank(sql, 'second')
    await Promise.race([change, untilWaiting(sql)])
    return { id: payout?.id ?? '', change }
  })
  await asked.change
  expect(await stateOf(asked.id)).toEqual(ended)

  await sql`update private.settings set value = 0 where key = 'payout_method_wait'`
  const taken = await market.request(
    creator,
    await market.value`select id from private.payout_methods where profile_id = ${creator.id}`,
  )
  await sql`select public.claim_payouts('{sandbox}', 10)`
  const given = await sql.begin(async (tx) => {
    await changeBank(tx as never, 'third')
    const retry = sql`select public.retry_payout(${taken}, 1, 'x')`
    await Promise.race([retry, untilWaiting(sql)])
    return { retry }
  })
  await given.retry
  expect(await stateOf(taken)).toEqual(ended)
})

test('a refund to an account waits for the spending lock of the brand, and holds no lock meanwhile', async () => {
  const { sql } = market.db
  const brand = await market.value`select tests.make_member('brand that waits', 'brand')`
  const ask = market.by({ profile: brand, aal: 'aal2' })`
    select public.request_refunds(100, 'USD', gen_random_uuid(), null, tests.payout_method())`
  const { refund } = await sql.begin(async (tx) => {
    await tx`select private.lock_person_spending(${brand})`
    const refund = ask().catch((error: Error) => error.message)
    await untilWaiting(sql)
    await tx`select pg_advisory_xact_lock(hashtextextended('people', 0))`
    return { refund }
  })
  expect(await refund).toBe('insufficient_funds')
})
