import { createHmac } from 'node:crypto'
import type { PayEvent, Session, SessionStore } from './sessions.ts'

type Options = {
  store: SessionStore
  webhookUrl: string
  webhookSecret: string
  /** Wait before the second attempt; it doubles with each further one, up to a minute. */
  firstRetryMs: number
  log: (line: string) => void
}

const LONGEST_RETRY_MS = 60_000
const ATTEMPT_TIMEOUT_MS = 10_000

export function sign(secret: string, body: string, seconds: number): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${mac}`
}

export type WebhookSender = ReturnType<typeof createWebhookSender>

/** Sends each event until the merchant answers 2xx. Unsent events are sent after the next start. */
export function createWebhookSender(options: Options) {
  const { store, webhookUrl, webhookSecret, firstRetryMs, log } = options
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<unknown>>()
  let stopped = false

  /** Makes one attempt to send an event; returns the status of the response, or 0 without one. */
  async function attempt(session: Session, event: PayEvent): Promise<number> {
    const response = post(webhookUrl, webhookSecret, bodyOf(session, event))
    running.add(response)
    const status = await response
    running.delete(response)
    event.attempts += 1
    if (status >= 200 && status < 300) event.delivered_at ??= new Date().toISOString()
    store.save(session)
    log(`webhook ${event.type} ${event.id} attempt ${event.attempts}: ${status || 'no response'}`)
    return status
  }

  async function deliver(session: Session, event: PayEvent): Promise<void> {
    if (stopped || event.delivered_at) return
    await attempt(session, event)
    if (event.delivered_at || stopped) return
    const wait = Math.min(firstRetryMs * 2 ** (event.attempts - 1), LONGEST_RETRY_MS)
    const timer = setTimeout(() => {
      timers.delete(timer)
      void deliver(session, event)
    }, wait)
    timers.add(timer)
  }

  return {
    deliver,
    /** Sends an event again, even if it was delivered before, as the dashboard of a provider can. */
    resend: attempt,
    resume() {
      for (const session of store.all()) {
        for (const event of session.events) if (!event.delivered_at) void deliver(session, event)
      }
    },
    async stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

function bodyOf(session: Session, event: PayEvent): string {
  return JSON.stringify({
    id: event.id,
    type: event.type,
    created_at: event.created_at,
    session: session.id,
    ...(event.dispute && { dispute: event.dispute }),
    order_id: session.order_id,
    amount_minor: session.amount_minor,
    currency: session.currency,
  })
}

/** Sends a signed webhook; returns the status of the response, or 0 without one. */
export async function post(url: string, secret: string, body: string): Promise<number> {
  const signature = sign(secret, body, Math.floor(Date.now() / 1000))
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sandbox-signature': signature },
      body,
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return 0
  }
}
