import { post } from '../webhooks.ts'
import { newId, type StripeState, type Waiting } from './state.ts'

type Options = {
  state: StripeState
  webhookUrl: string
  webhookSecret: string
  firstRetryMs: number
  log: (line: string) => void
}
export type EventSender = (type: string, object: object, account?: string) => void

const LONGEST_RETRY_MS = 60_000

/** Sends events in Stripe's format, each until the receiver accepts it. Unsent events are sent after the next start. */
export function createEvents(options: Options) {
  const { state, webhookUrl, webhookSecret, firstRetryMs, log } = options
  const timers = new Set<NodeJS.Timeout>()
  let stopped = false

  async function deliver(event: Waiting): Promise<void> {
    if (stopped) return
    const status = await post(webhookUrl, webhookSecret, event.body)
    event.attempts += 1
    log(`webhook ${event.id} attempt ${event.attempts}: ${status || 'no response'}`)
    if (status >= 200 && status < 300) state.events.splice(state.events.indexOf(event), 1)
    state.save()
    if (stopped || (status >= 200 && status < 300)) return
    const wait = Math.min(firstRetryMs * 2 ** (event.attempts - 1), LONGEST_RETRY_MS)
    const timer = setTimeout(() => {
      timers.delete(timer)
      void deliver(event)
    }, wait)
    timers.add(timer)
  }

  function queue(body: object) {
    const event = { id: newId('evt'), body: '', attempts: 0 }
    event.body = JSON.stringify({ id: event.id, ...body })
    state.events.push(event)
    state.save()
    void deliver(event)
  }

  return {
    send: ((type, object, account) =>
      queue({
        object: 'event',
        type,
        ...(account && { account }),
        created: Math.floor(Date.now() / 1000),
        data: { object },
      })) satisfies EventSender,
    /** Sends an event of version 2 of the API, which contains only the id of the changed object. */
    sendThin: (type: string, id: string) =>
      queue({
        object: 'v2.core.event',
        type,
        created: new Date().toISOString(),
        related_object: { id, type: 'v2.core.account', url: `/v2/core/accounts/${id}` },
      }),
    resume() {
      for (const event of state.events.slice()) void deliver(event)
    },
    stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
