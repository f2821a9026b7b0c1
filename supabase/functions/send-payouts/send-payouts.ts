import { messageOf } from '../_shared/errors.ts'
import {
  Kept,
  NothingLeft,
  type Order,
  type Reason,
  type PayoutProvider,
} from '../_shared/payouts/provider.ts'
import { report, type Book } from '../_shared/payouts/reports.ts'

/** A row of the SQL function claim_payouts. */
export type Claimed = {
  provider: string
  kind: 'payout' | 'refund'
  status: string
  attempt: number
  idempotency_key: string
  request: {
    payout_id: string
    amount_minor: number
    currency: string
    account: string | null
    /** The bank account behind the provider's account, as last recorded. Attempts begun by an older release lack it. */
    bank?: string | null
    payment_ref: string | null
    /** Missing in attempts begun by an older release. */
    is_instant?: boolean
  }
  transfer_ref: string | null
  provider_ref: string | null
  begun_at: string
  is_repeat: boolean
  may_send: boolean
}

/** The number of claimed items, small enough that all are sent long before their lease ends. */
const BATCH = 5

/** Sends claimed payouts and refunds until none is left or the time is up. */
export async function sendPayouts(
  providers: Map<string, PayoutProvider>,
  book: Book & { claim(providers: string[], batch: number): Promise<Claimed[]> },
  until: number,
  log: (fault: string) => void,
) {
  const counts = { done: 0, kept: 0, failed: 0 }
  for (;;) {
    const claimed = await book.claim([...providers.keys()], BATCH)
    for (const each of claimed) {
      const provider = providers.get(each.provider)
      // A payout that is not begun in this run is handed out again when its lease ends.
      if (!provider || Date.now() > until) return counts
      counts[await send(provider, book, each, log)] += 1
    }
    if (claimed.length === 0) return counts
  }
}

async function send(
  provider: PayoutProvider,
  book: Book,
  claimed: Claimed,
  log: (fault: string) => void,
): Promise<'done' | 'kept' | 'failed'> {
  const order = orderOf(claimed)
  try {
    await requireKnownBank(provider, book, claimed).catch((error: unknown) => {
      if (!claimed.is_repeat) throw error
      // An earlier run may have sent the payout, so it is looked for, but not sent. If not found, it ends after a day.
      log(messageOf(error))
      order.maySend = false
    })
    await report(book, provider, await ask(provider, book, order, claimed))
    return 'done'
  } catch (error) {
    if (error instanceof Kept) return 'kept'
    log(messageOf(error))
    // It is unknown whether money was sent: the attempt stays open, and a later run looks for it.
    if (!(error instanceof NothingLeft)) return 'failed'
    const { message, reason } = error
    if (reason === null || reason === 'ask_staff')
      await book.retry(order.payoutId, order.attempt, message, reason === null)
    else await book.recordState(nothingLeft(order, reason))
    return 'kept'
  }
}

/**
 * Reads the bank account from the provider before sending, because no webhook reports a change of it. If it has changed,
 * the member is notified and the payout waits; the payout also waits while the provider does not answer.
 */
async function requireKnownBank(
  provider: PayoutProvider,
  book: Book,
  { kind, status, request }: Claimed,
): Promise<void> {
  if (kind === 'refund' || status === 'sent' || request.account === null) return
  const state = await provider.findAccount(request.account)
  if (!state.bank || state.bank.slice(0, 200) === request.bank) return
  await book.recordAccount(provider.name, state)
  throw new NothingLeft('Another bank is behind the account.', null)
}

async function ask(provider: PayoutProvider, book: Book, order: Order, claimed: Claimed) {
  if (claimed.kind === 'refund') return await provider.sendRefund(order)
  if (claimed.status !== 'sent' || !claimed.provider_ref) {
    return await provider.sendPayout(order, (ref) =>
      book.noteTransfer(order.payoutId, order.attempt, ref),
    )
  }
  const found = await provider.findPayout(claimed.provider_ref, order.account ?? '')
  if (!found) throw new Error('The provider does not know a payout that it sent.')
  return found
}

const orderOf = ({ request, attempt, idempotency_key: key, ...claimed }: Claimed): Order => ({
  payoutId: request.payout_id,
  attempt,
  key,
  amountMinor: request.amount_minor,
  currency: request.currency,
  account: request.account,
  paymentRef: request.payment_ref,
  isInstant: request.is_instant === true,
  transferRef: claimed.transfer_ref,
  begunAt: claimed.begun_at,
  isRepeat: claimed.is_repeat,
  maySend: claimed.may_send,
})

const nothingLeft = ({ payoutId, attempt }: Order, reason: Reason) => ({
  payoutId,
  attempt,
  state: 'failed' as const,
  reference: null,
  trace: null,
  expectedOn: null,
  reason,
  transferRef: null,
})
