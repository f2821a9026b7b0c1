// Simulates a payment provider and a bank with their own books. They share nothing with the
// ledger but the references of movements. Events wait in a list until a test delivers them.
import {
  Kept,
  NothingLeft,
  type Order,
  type PayoutProvider,
  type Report,
} from '../../functions/_shared/payouts/provider.ts'
import type { Chances } from './race.ts'

type Place = 'sandbox' | 'manual'
type Line = {
  ref: string
  kind: string
  subject: string
  amount_minor: number
  fee_minor?: number
  currency: string
  occurred_at: Date
}
type Payment = { ref: string; left: number }
type Dispute = { ref: string; payment: string; amount: number; isWon: boolean }
/** A payout or refund that was requested from the provider, and its state. */
type Sent = Pick<Order, 'payoutId' | 'attempt' | 'amountMinor' | 'paymentRef'> & {
  ref: string
  state: 'moving' | 'sent' | 'arrived' | 'returned' | 'refused'
  isFetched?: boolean
}
/** An event of the provider: a statement to run as the service role, or a report about a payout. */
type Event = { sql: string } | { report: Report }

export class Outside {
  held: Record<Place, number> = { sandbox: 0, manual: 0 }
  private lines: Record<Place, Line[]> = { sandbox: [], manual: [] }
  private payments: Payment[] = []
  private disputes: Dispute[] = []
  events: Event[] = []
  private sent = new Map<string, Sent>()
  /** Payouts that staff sent or gave up by hand: 1 if the money was sent and not returned, else 0. */
  private byHand = new Map<string, number>()
  /** References of the refunds that somebody made on the provider's pages. */
  private refunds = new Set<string>()
  /** A planted fault: the provider ignores idempotency keys and acts on every request. */
  forgetsKeys = false
  /** True if no random faults happen. */
  isCalm = false
  private serial = 0
  private readonly name: string
  private readonly chance: Chances
  private readonly now: () => Date

  constructor(name: string, chance: Chances, now: () => Date) {
    this.name = name
    this.chance = chance
    this.now = now
  }

  private newRef = (kind: string) => `${kind}_${this.name}_${(this.serial += 1)}`

  move(place: Place, kind: string, subject: string, amount: number, fee = 0): void {
    this.held[place] += amount - fee
    const line = { ref: this.newRef('txn'), kind, subject, amount_minor: amount, currency: 'USD' }
    const fees = place === 'sandbox' ? { fee_minor: fee } : {}
    this.lines[place].push({ ...line, ...fees, occurred_at: this.now() })
  }

  pay(order: string, amount: number): void {
    const ref = this.newRef('cs')
    this.payments.push({ ref, left: amount })
    this.move('sandbox', 'payment', order, amount, this.chance.below(2) * 3)
    this.events.push({
      sql: `select public.record_payment('sandbox', '${ref}', '${order}', ${amount}, 'USD')`,
    })
  }

  private payment = (ref: string | null) => this.payments.find((each) => each.ref === ref)

  /** Takes money of a payment: a bank by a dispute, or somebody by a refund on the provider's pages. */
  private takeBack(kind: 'dispute' | 'refund'): void {
    const payment = this.payments[this.chance.below(this.payments.length)]
    if (!payment || payment.left < 2) return
    const isWhole = kind === 'dispute' && this.chance.below(2) === 0
    const amount = isWhole ? payment.left : 1 + this.chance.below(payment.left - 1)
    payment.left -= amount
    const ref = this.newRef(kind === 'dispute' ? 'dp' : 're')
    this.move('sandbox', kind, ref, -amount)
    if (kind === 'dispute') {
      this.disputes.push({ ref, payment: payment.ref, amount, isWon: false })
      this.say({ ref, payment: payment.ref, amount }, 'opened')
    } else {
      this.refunds.add(ref)
      this.events.push({
        sql: `select public.record_provider_refund('sandbox', '${payment.ref}', '${ref}', ${amount}, 'USD')`,
      })
    }
  }

  /** Decides a dispute. A lost dispute may still be won later. */
  private decide(state: 'lost' | 'won'): void {
    const dispute = this.disputes[this.chance.below(this.disputes.length)]
    if (!dispute || dispute.isWon) return
    if (state === 'won') {
      dispute.isWon = true
      this.payment(dispute.payment)!.left += dispute.amount
      this.move('sandbox', 'dispute_returned', dispute.ref, dispute.amount)
    }
    this.say(dispute, state)
  }

  private say({ ref, payment, amount }: Omit<Dispute, 'isWon'>, state: string): void {
    this.events.push({
      sql: `select public.record_provider_dispute('sandbox', '${payment}', '${ref}', '${state}', ${amount}, 'USD')`,
    })
  }

  /** Returns the movements since the last call. */
  take = (place: Place): Line[] => this.lines[place].splice(0)

  /** Causes an event that nobody in the market has requested. */
  happens(event: string): void {
    if (event === 'dispute' || event === 'refund') this.takeBack(event)
    else if (event === 'lost' || event === 'won') this.decide(event)
    else if (event === 'settle') this.settle()
    // A movement of the provider that has no counterpart in the ledger.
    else if (event === 'odd' && this.chance.below(5) === 0)
      this.move('sandbox', 'other', 'odd', this.chance.below(900) - 450)
  }

  /** Settles some sent payouts and refunds at random: they arrive, or they are returned. */
  private settle(): void {
    for (const each of this.sent.values()) {
      if (each.state !== 'sent' || this.chance.below(3) > 0) continue
      const isBack = this.chance.below(4) === 0
      if (each.paymentRef === null) {
        each.state = isBack ? 'returned' : 'arrived'
        this.events.push({ report: this.reportOf(each) })
      } else if (isBack) {
        each.state = 'returned'
        this.payment(each.paymentRef)!.left += each.amountMinor
        this.move('sandbox', 'refund_returned', each.ref, each.amountMinor)
        this.events.push({
          sql: `select public.record_provider_refund('sandbox', '${each.paymentRef}', '${each.ref}', ${each.amountMinor}, 'USD', true, '${each.payoutId}')`,
        })
      } else each.state = 'arrived'
    }
  }

  /** Sends a payout by hand at the bank, once, or gives it up at random; false for one that was given up. */
  sendByHand(id: string, amount: number): boolean {
    if (!this.byHand.has(id)) {
      const isSent = this.chance.below(4) > 0
      if (isSent) this.move('manual', 'payout', id.replaceAll('-', ''), -amount)
      this.byHand.set(id, isSent ? 1 : 0)
    }
    return this.byHand.get(id) === 1
  }

  returnByHand(id: string, amount: number): void {
    if (this.byHand.get(id) === 1)
      this.move('manual', 'payout_returned', id.replaceAll('-', ''), amount)
    this.byHand.set(id, 0)
  }

  /** How often the money of a payout was sent and not returned. A refund on the provider's pages may stand for ours. */
  left = (payoutId: string, reference: string | null): number =>
    (this.byHand.get(payoutId) ?? 0) +
    (reference !== null && this.refunds.has(reference) ? 1 : 0) +
    [...this.sent.values()].filter(
      (each) => each.payoutId === payoutId && ['moving', 'sent', 'arrived'].includes(each.state),
    ).length

  /** Loses an answer at random; called before and after the provider acts on a request. */
  private lose(): void {
    if (!this.isCalm && this.chance.below(12) === 0) throw new Error('no answer')
  }

  private begin(order: Order, kind: 'payout' | 'refund'): Sent {
    this.lose()
    const known = this.forgetsKeys ? undefined : this.sent.get(order.key)
    if (known) return known
    if (!order.maySend) throw new Kept('kept')
    const { payoutId, attempt, amountMinor, paymentRef } = order
    const ref = this.newRef(kind === 'payout' ? 'tr' : 're')
    const sent: Sent = { payoutId, attempt, amountMinor, paymentRef, ref, state: 'moving' }
    const payment = this.payment(paymentRef)
    if (payment && (payment.left < amountMinor || (!this.isCalm && this.chance.below(8) === 0)))
      throw new NothingLeft('refused', payment.left < amountMinor ? null : 'card_refused')
    if (payment) payment.left -= amountMinor
    this.sent.set(this.forgetsKeys ? ref : order.key, sent)
    this.move('sandbox', kind, ref, -amountMinor)
    return sent
  }

  private reportOf({ payoutId, attempt, ref, state }: Sent): Report {
    const known = state === 'arrived' || state === 'returned' ? state : 'sent'
    const reason = state === 'returned' ? ('account_closed' as const) : null
    const none = { trace: null, expectedOn: null }
    return { payoutId, attempt, state: known, reference: ref, ...none, reason, transferRef: ref }
  }

  private fetch(sent: Sent | undefined): void {
    if (!sent || sent.isFetched) return
    sent.isFetched = true
    this.move('sandbox', 'payout_returned', sent.ref, sent.amountMinor)
  }

  readonly provider: Pick<
    PayoutProvider,
    'name' | 'sendPayout' | 'findPayout' | 'findAccount' | 'takeBack' | 'sendRefund'
  > = {
    name: 'sandbox',
    findAccount: (account) =>
      Promise.resolve({
        account,
        status: 'active',
        requirements: [],
        bank: null,
        isInstant: false,
      }),
    sendPayout: async (order, onTransfer) => {
      const sent = this.begin(order, 'payout')
      await onTransfer(sent.ref)
      this.lose()
      if (sent.state === 'moving' && !this.isCalm && this.chance.below(8) === 0)
        sent.state = 'refused'
      if (sent.state === 'refused') {
        this.fetch(sent)
        throw new NothingLeft('refused', this.chance.pick([null, 'ask_staff', 'account_not_ready']))
      }
      if (sent.state === 'moving') sent.state = 'sent'
      this.lose()
      return this.reportOf(sent)
    },
    findPayout: (reference) => {
      const sent = [...this.sent.values()].find(({ ref }) => ref === reference)
      return Promise.resolve(sent ? this.reportOf(sent) : null)
    },
    takeBack: ({ transferRef }) => {
      this.fetch([...this.sent.values()].find(({ ref }) => ref === transferRef))
      return Promise.resolve()
    },
    sendRefund: (order) => {
      const sent = this.begin(order, 'refund')
      if (sent.state === 'moving') sent.state = 'sent'
      this.lose()
      return Promise.resolve({ ...this.reportOf(sent), state: 'sent' })
    },
  }
}
