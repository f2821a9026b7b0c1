import type { Dispute, EventType, Session, SessionStore } from './sessions.ts'
import type { WebhookSender } from './webhooks.ts'

type Options = {
  store: SessionStore
  webhooks: WebhookSender
  /** The time after which a payment with the "pending" test card succeeds. */
  settleAfterMs: number
}

export type Payments = ReturnType<typeof createPayments>

/** Functions that change a session; each change is sent to the merchant as an event. */
export function createPayments({ store, webhooks, settleAfterMs }: Options) {
  const settling = new Map<string, NodeJS.Timeout>()

  const send = (session: Session, type: EventType, about?: Dispute) =>
    void webhooks.deliver(session, store.addEvent(session, type, about))

  function succeed(session: Session) {
    clearTimeout(settling.get(session.id))
    settling.delete(session.id)
    if (session.status === 'paid') return
    Object.assign(session, { status: 'paid', paid_at: new Date().toISOString(), settles_at: null })
    send(session, 'session.paid')
  }

  function settleLater(session: Session) {
    const wait = Math.max(0, Date.parse(session.settles_at ?? '') - Date.now())
    settling.set(
      session.id,
      setTimeout(() => succeed(session), wait),
    )
  }

  return {
    succeed,
    decline: (session: Session) => send(session, 'session.declined'),
    process(session: Session) {
      session.status = 'processing'
      session.settles_at = new Date(Date.now() + settleAfterMs).toISOString()
      settleLater(session)
      send(session, 'session.processing')
    },
    /** Opens a dispute; null if the amount cannot be taken back. */
    openDispute(session: Session, amountMinor: number, days?: number): Dispute | null {
      const dispute = store.openDispute(session, amountMinor, days)
      if (dispute) send(session, 'dispute.opened', dispute)
      return dispute
    },
    /** Closes a dispute. A lost dispute may still be won later, but a won one stays won; false if refused. */
    closeDispute(session: Session, dispute: Dispute, status: unknown): boolean {
      if ((status !== 'won' && status !== 'lost') || dispute.status === 'won') return false
      if (dispute.status === status) return true
      dispute.status = status
      send(session, `dispute.${status}`, dispute)
      return true
    },
    resume() {
      for (const session of store.all()) if (session.status === 'processing') settleLater(session)
    },
    stop() {
      for (const timer of settling.values()) clearTimeout(timer)
    },
  }
}
