// A market in a temporary database, a local payment provider, and the product's own code
// between them: the code of send-payouts and payment-webhook, called directly and not by HTTP.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql, TransactionSql } from 'postgres'
import { startSandboxPay } from '../../../scripts/sandbox-pay/sandbox-pay.ts'
import { newSandboxSecrets } from '../../../scripts/sandbox-pay/secrets.ts'
import { sandboxProvider } from '../../functions/_shared/payments/sandbox.ts'
import { report, type Book } from '../../functions/_shared/payouts/reports.ts'
import { stripePayouts } from '../../functions/_shared/payouts/stripe.ts'
import { takeWebhook, type Ledger } from '../../functions/payment-webhook/payment-webhook.ts'
import { reconcile, rowOf, type Books } from '../../functions/reconcile/reconcile.ts'
import { sendPayouts, type Claimed } from '../../functions/send-payouts/send-payouts.ts'
import { startTestDatabase } from './database.ts'
import { acting, inSession } from './race.ts'

export type Event = { body: string; signature: string }
export type Creator = { id: string; account: string; method: string; order: string }
/** A step of a sender, before or after which a test may kill it. */
export type Step = keyof Book | 'claim'

type AsService = <T>(work: (tx: TransactionSql) => Promise<T>) => Promise<T>

/** The database's functions for send-payouts, called by SQL. */
export function bookOf(
  asService: AsService,
): Book & { claim(providers: string[], batch: number): Promise<Claimed[]> } {
  return {
    recordState: (r) =>
      asService(async (tx) => {
        await tx`select public.record_payout_state(${r.payoutId}, ${r.attempt}, ${r.state}, ${r.reference}, ${r.trace}, ${r.expectedOn}, ${r.reason})`
      }),
    noteTransfer: (id, attempt, ref) =>
      asService(async (tx) => {
        await tx`select public.note_transfer(${id}, ${attempt}, ${ref})`
      }),
    retry: (id, attempt, problem, again) =>
      asService(async (tx) => {
        await tx`select public.retry_payout(${id}, ${attempt}, ${problem}, ${again})`
      }),
    recordAccount: (name, { account, status, bank }) =>
      asService(async (tx) => {
        const [owner] =
          await tx`select profile_id from public.payout_account_of(${name}, account_ref => ${account})`
        await tx`select public.record_payout_account(${owner?.['profile_id']}, ${name}, ${account}, ${status}, '{}', ${bank})`
        return true
      }),
    claim: (providers, batch) =>
      asService((tx) => tx<Claimed[]>`select * from public.claim_payouts(${providers}, ${batch})`),
  }
}

export type Death<S> = (step: S) => 'before' | 'after' | undefined

/** Wraps the steps of a sender, so that it stops before or after a step and then does nothing more. */
export function mortal<T extends object>(steps: T, dies: Death<keyof T>): T {
  let dead = false
  const kill = () => {
    dead = true
    throw new Error('killed')
  }
  return Object.fromEntries(
    Object.entries(steps).map(([step, act]: [string, (...args: never[]) => Promise<unknown>]) => [
      step,
      async (...args: never[]) => {
        const end = dies(step as keyof T)
        if (dead || end === 'before') kill()
        const result = await act(...args)
        if (end === 'after') kill()
        return result
      },
    ]),
  ) as T
}

export async function startMarket(openingMinor = 1_000_000_00) {
  const db = await startTestDatabase(20)
  const secrets = newSandboxSecrets()
  const stateDir = mkdtempSync(join(tmpdir(), 'payouts-'))
  const mailbox = await startMailbox()
  const lost: { lose?: (method: string, path: string) => 'before' | 'after' | undefined } = {}
  let time = 0
  const provider = await startSandboxPay({
    port: 0,
    stateDir,
    webhookUrl: mailbox.url,
    ...secrets,
    opening: { usd: openingMinor },
    settleAfterMs: 3_600_000,
    now: () => Date.now() + time,
    interrupt: (method, path) => lost.lose?.(method, path),
  })
  const { hostname: host, port } = new URL(provider.url)
  const server = { host, port: Number(port), protocol: 'http' as const }
  const payouts = stripePayouts({ name: 'sandbox', secretKey: secrets.secretKey, server })
  const payments = sandboxProvider({ apiUrl: provider.url, ...secrets })
  const asService = <T>(work: (tx: TransactionSql) => Promise<T>) =>
    inSession(db.sql, 'service', work)
  const { act, balance, by, value } = acting(() => db.sql)

  const book = bookOf(asService)

  /** Makes an order of 100.00 in this state, with two new members. */
  async function newOrder(status: string) {
    const tag = randomUUID().slice(0, 8)
    const [made] = await db.sql<{ id: string; brand: string; kol: string }[]>`
      with sides as materialized (select tests.make_member(${`brand ${tag}`}, 'brand') as brand, tests.make_member(${`kol ${tag}`}, 'kol') as kol)
      select brand, kol, tests.make_order(brand, kol, ${status}) as id from sides`
    return made!
  }

  /** Pays an order by card, at the provider and in the ledger; returns the provider's reference. */
  async function pay(order: string, card = '4242') {
    const reference = provider.pay(order, 10000, card)
    await by('service')`
      select public.record_payment('sandbox', ${reference}, ${order}, 10000, 'USD')`()
    return reference
  }

  /** Makes a creator with 90.00 available and an account at the provider; `bank` is how the bank treats payouts. */
  async function newCreator(bank = 'pays'): Promise<Creator> {
    const { id: order, kol: id } = await newOrder('completed')
    await db.sql`select private.clear_hold(h.id, now() + interval '99 days') from private.holds h where h.profile_id = ${id}`
    const email = `${id}@kolpact.test`
    const person = { profileId: id, email, country: 'DE', sessionId: id }
    const account = await payouts.openAccount(person)
    Object.assign(provider.money.accountOf(account), { status: 'active', bank })
    const seen = await payouts.findAccount(account)
    await db.sql`select private.record_payout_account(${id}, 'sandbox', ${account}, ${seen.status}, '{}', ${seen.bank})`
    const method = await value`
      select id from private.payout_methods where profile_id = ${id} and kind = 'sandbox'`
    return { id, account, method, order }
  }

  /** Requests a payout of 40.00, by default to the creator's account at the provider. */
  async function request({ id, method }: Creator, to = method) {
    const [made] = await by({ profile: id, aal: 'aal2' })<{ id: string }>`
      select id from public.request_payout(4000, 'USD', ${to}, ${randomUUID()})`()
    return made?.id ?? ''
  }

  /** Runs send-payouts once; `dies` is the step before or after which it is killed. */
  function send(dies: Death<Step> = () => undefined) {
    const problems: string[] = []
    const providers = new Map([['sandbox', payouts]])
    const steps = mortal(book, dies)
    return sendPayouts(providers, steps, Date.now() + 60_000, (fault) => problems.push(fault))
      .catch(() => ({ done: 0, kept: 0, failed: 0 }))
      .then((counts) => ({ ...counts, problems }))
  }

  const books: Books = {
    begin: () => asService((tx) => tx`select public.begin_reconciliation()`),
    readFrom: async (name) => {
      const [row] = await asService(
        (tx) => tx<{ at: Date }[]>`select public.provider_read_from(${name}) as at`,
      )
      return row!.at.toISOString()
    },
    recordLines: (name, lines, through) =>
      asService(
        (tx) =>
          tx`select public.record_provider_lines(${name}, ${tx.json(lines.map(rowOf))}, ${through ?? null})`,
      ),
    recordBalances: (name, balances) =>
      asService((tx) => tx`select public.record_holdings(${name}, ${tx.json(balances)})`),
    finish: () => asService((tx) => tx`select public.finish_reconciliation()`),
  }

  return {
    db,
    provider,
    payouts,
    payments,
    book,
    act,
    balance,
    by,
    value,
    newOrder,
    newCreator,
    pay,
    request,
    send,
    /** Runs the function `reconcile` once. */
    reconcile: (log: (fault: string) => void = () => undefined) =>
      reconcile([payments], books, Date.now() + 60_000, log),
    secrets,
    lost,
    /** The events that the provider has sent so far, in its order. */
    events: mailbox.events,
    /** Delivers an event to payment-webhook, with this market's database or a copy of it. */
    deliver: ({ body, signature }: Event, sql = db.sql) =>
      takeWebhook(payments, payouts, ledgerOf(sql), body, signature),
    /** Moves the provider's clock. */
    wait: (ms: number) => void (time += ms),
    /** Ends the leases of killed senders and the waiting time of refused attempts. */
    async later() {
      await db.sql`update private.payout_attempts set leased_until = now() - interval '1 second' where closed_at is null`
      await db.sql`alter table private.payout_attempts disable trigger payout_attempts_stay`
      await db.sql`update private.payout_attempts set retry_at = now() - interval '1 second' where retry_at is not null`
      await db.sql`alter table private.payout_attempts enable trigger payout_attempts_stay`
    },
    async stop() {
      await provider.stop()
      await mailbox.stop()
      await db.stop()
      rmSync(stateDir, { recursive: true })
    },
  }
}

function ledgerOf(sql: Sql): Ledger {
  const asService: AsService = (work) => inSession(sql, 'service', work)
  const record = (work: (tx: TransactionSql) => Promise<unknown>) =>
    asService(work).then(() => undefined)
  return {
    recordPayment: (name, p) =>
      record(
        (tx) =>
          tx`select public.record_payment(${name}, ${p.reference}, ${p.orderId}, ${p.amountMinor}, ${p.currency}, ${p.cardFingerprint})`,
      ),
    recordDispute: (name, d) =>
      record(
        (tx) =>
          tx`select public.record_provider_dispute(${name}, ${d.reference}, ${d.disputeReference}, ${d.status}, ${d.amountMinor}, ${d.currency})`,
      ),
    recordRefund: (name, r) =>
      record(
        (tx) =>
          tx`select public.record_provider_refund(${name}, ${r.reference}, ${r.refundReference}, ${r.amountMinor}, ${r.currency}, ${r.hasFailed}, ${r.payoutId})`,
      ),
    recordPayout: (of, given) => report(bookOf(asService), of, given),
    recordAccount: () => Promise.resolve(false),
  }
}

/** Starts a webhook receiver that only stores the events: a test delivers them in the order that it wants. */
async function startMailbox() {
  const events: Event[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      events.push({ body, signature: String(request.headers['sandbox-signature']) })
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    events,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
