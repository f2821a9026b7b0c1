import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type SessionStatus = 'open' | 'processing' | 'paid'
export type EventType =
  | 'session.paid'
  | 'session.processing'
  | 'session.declined'
  | 'dispute.opened'
  | 'dispute.won'
  | 'dispute.lost'

/** An event for the merchant, kept until the merchant's webhook has answered 2xx. */
export type PayEvent = {
  id: string
  type: EventType
  /** Id of the dispute, in an event about one. */
  dispute?: string
  created_at: string
  attempts: number
  delivered_at: string | null
}

/** A chargeback: the buyer's bank takes back a part of a payment. A payment can have several. */
export type Dispute = {
  id: string
  status: 'opened' | 'won' | 'lost'
  amount_minor: number
  created_at: string
  /** The time until which the bank accepts evidence; null if it accepts none. */
  due_at: string | null
  /** The merchant's evidence, submitted once. */
  answer: { evidence: Record<string, string>; metadata: Record<string, string> } | null
}

export type SessionRequest = {
  order_id: string
  amount_minor: number
  currency: string
  description: string
  success_url: string
  cancel_url: string
  idempotency_key?: string | undefined
  expires_at?: string | undefined
}

export type Session = SessionRequest & {
  id: string
  status: SessionStatus
  created_at: string
  /** The time at which a pending payment succeeds. */
  settles_at: string | null
  paid_at: string | null
  card_last4: string | null
  card_fingerprint: string | null
  disputes: Dispute[]
  events: PayEvent[]
}

/** The default time to answer a dispute; banks give 7 to 21 days. */
const DAYS_TO_ANSWER = 14

export type SessionStore = ReturnType<typeof openSessionStore>

/** Opens the store of sessions: one file for each, replaced atomically, so that a crash leaves no partial file. */
export function openSessionStore(folder: string) {
  mkdirSync(folder, { recursive: true })
  const sessions = readSessions(folder)

  function save(session: Session) {
    const file = join(folder, `${session.id}.json`)
    writeFileSync(`${file}.new`, `${JSON.stringify(session, null, 2)}\n`)
    renameSync(`${file}.new`, file)
    sessions.set(session.id, session)
  }

  return {
    get: (id: string) => sessions.get(id),
    all: () => [...sessions.values()].toSorted((a, b) => b.created_at.localeCompare(a.created_at)),
    save,
    /** Creates a session; a repeated idempotency key returns the session that it created first. */
    create(request: SessionRequest): Session {
      const key = request.idempotency_key
      const known = key && this.all().find((session) => session.idempotency_key === key)
      if (known) return known
      const session = newSession(request)
      save(session)
      return session
    },
    /** Opens a dispute over at most the undisputed rest; null for an invalid amount. */
    openDispute(session: Session, amountMinor: number, days = DAYS_TO_ANSWER): Dispute | null {
      const most = disputableOf(session)
      if (!Number.isSafeInteger(amountMinor) || amountMinor < 1 || amountMinor > most) return null
      const dispute: Dispute = {
        id: newId('dp'),
        status: 'opened',
        amount_minor: amountMinor,
        created_at: new Date().toISOString(),
        due_at: days > 0 ? new Date(Date.now() + days * 86_400_000).toISOString() : null,
        answer: null,
      }
      session.disputes.push(dispute)
      save(session)
      return dispute
    },
    findDispute(id: string): { session: Session; dispute: Dispute } | null {
      for (const session of sessions.values()) {
        const dispute = session.disputes.find((each) => each.id === id)
        if (dispute) return { session, dispute }
      }
      return null
    },
    addEvent(session: Session, type: EventType, dispute?: Dispute): PayEvent {
      const event: PayEvent = {
        id: newId('evt'),
        type,
        ...(dispute && { dispute: dispute.id }),
        created_at: new Date().toISOString(),
        attempts: 0,
        delivered_at: null,
      }
      session.events.push(event)
      save(session)
      return event
    },
  }
}

function readSessions(folder: string): Map<string, Session> {
  const sessions = new Map<string, Session>()
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    const session: Session = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    // Fills in fields that sessions saved by an older version lack.
    session.disputes ??= []
    for (const dispute of session.disputes) {
      dispute.due_at ??= null
      dispute.answer ??= null
    }
    session.card_fingerprint ??= null
    sessions.set(session.id, session)
  }
  return sessions
}

const newSession = (request: SessionRequest): Session => ({
  ...request,
  id: newId('ss'),
  status: 'open',
  created_at: new Date().toISOString(),
  settles_at: null,
  paid_at: null,
  card_last4: null,
  card_fingerprint: null,
  disputes: [],
  events: [],
})

/** The status of a session; an open one counts as expired after its time. */
export function statusOf(
  { status, expires_at }: Pick<Session, 'status' | 'expires_at'>,
  now = Date.now(),
): SessionStatus | 'expired' {
  return status === 'open' && expires_at && Date.parse(expires_at) <= now ? 'expired' : status
}

/** The amount of a paid session that is not disputed yet. */
export function disputableOf({ status, amount_minor, disputes }: Session): number {
  const taken = disputes
    .filter((dispute) => dispute.status !== 'won')
    .reduce((sum, dispute) => sum + dispute.amount_minor, 0)
  return status === 'paid' ? amount_minor - taken : 0
}

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
