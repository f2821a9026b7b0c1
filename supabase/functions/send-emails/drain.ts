import { messageOf } from '../_shared/errors.ts'
import type { Mail, MailTransport } from '../_shared/mail/transport.ts'
import type { OutboxEmail } from './content.ts'

/** The outbox in the database. Only a security mail is handed out again after it was claimed. */
export type Outbox = {
  claim(batch: number): Promise<OutboxEmail[]>
  markSent(id: string): Promise<void>
  markFailed(id: string, error: string): Promise<void>
}

const BATCH = 50
const AT_ONCE = 5

/**
 * Sends e-mails that are due, until none is left or the time is up. A mail counts as sent when the
 * provider has accepted it. If it cannot then be marked as sent, it stays claimed.
 */
export async function drain(
  outbox: Outbox,
  send: MailTransport,
  render: (email: OutboxEmail) => Mail,
  until: number,
): Promise<{ sent: number; failed: number }> {
  const counts = { sent: 0, failed: 0 }
  while (Date.now() < until) {
    const emails = await outbox.claim(BATCH)
    if (emails.length === 0) break
    const queue = emails.values()
    // A worker stops when the database does not answer; the other workers send the rest of the claimed e-mails.
    const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => work(queue)))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
  return counts

  async function work(queue: Iterable<OutboxEmail>) {
    for (const email of queue) {
      const error = await attempt(email)
      counts[error === null ? 'sent' : 'failed'] += 1
      await (error === null ? outbox.markSent(email.id) : outbox.markFailed(email.id, error))
    }
  }

  async function attempt(email: OutboxEmail): Promise<string | null> {
    try {
      await send(render(email))
      return null
    } catch (error) {
      return messageOf(error)
    }
  }
}
