import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { merchantApi } from './merchant-api.ts'
import { dashboardPage } from './pages.ts'
import { payRoutes } from './pay-routes.ts'
import { createPayments } from './payments.ts'
import { openSessionStore, type Session } from './sessions.ts'
import type { Money } from './stripe/money.ts'
import type { StripeState } from './stripe/state.ts'
import { createStripe } from './stripe/stripe.ts'
import { createWebhookSender } from './webhooks.ts'

export type SandboxPayOptions = {
  port: number
  /** The address to listen on; the pay page itself is always opened on this machine. */
  host?: string
  /** Sessions and undelivered webhooks are stored here, so that a restart loses nothing. */
  stateDir: string
  webhookUrl: string
  secretKey: string
  webhookSecret: string
  /** The time after which a payment with the "pending" test card succeeds. */
  settleAfterMs?: number
  firstRetryMs?: number
  /** The market's balance at the start, in minor units by currency in lower case, such as `usd`. */
  opening?: Record<string, number>
  /** For tests: the current time, and which requests lose their answer, before or after they were acted on. */
  now?: () => number
  interrupt?: (method: string, path: string) => 'before' | 'after' | undefined
  log?: (line: string) => void
}
export type SandboxPay = {
  url: string
  /** The data of payouts, transfers, refunds and unsent events; for tests. */
  state: StripeState
  money: Money
  /** Pays with a card that has these last four digits, without the pay page and without an event; returns the reference. */
  pay(orderId: string, amountMinor: number, last4: string): string
  /** The payment with this reference; for tests. */
  session(reference: string): Session
  stop(): Promise<void>
}

/** A payment provider for development: an API, a hosted pay page, and signed webhooks. */
export async function startSandboxPay(options: SandboxPayOptions): Promise<SandboxPay> {
  const { port, host = '127.0.0.1', stateDir, webhookUrl, secretKey, webhookSecret } = options
  const { settleAfterMs = 20_000, firstRetryMs = 1_000, log = () => {} } = options
  const store = openSessionStore(join(stateDir, 'sandbox-pay'))
  const webhooks = createWebhookSender({ store, webhookUrl, webhookSecret, firstRetryMs, log })
  const payments = createPayments({ store, webhooks, settleAfterMs })
  const stripe = createStripe(options, store, () => url)

  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'no-referrer')
    c.header('x-content-type-options', 'nosniff')
  })
  app.route('/', stripe.app)
  app.route('/v1', merchantApi({ store, payments, secretKey, url: () => url }))
  app.get('/', (c) => c.html(dashboardPage(store.all())))
  app.get('/health', (c) => c.json({ ok: true }))
  app.route('/pay', payRoutes({ store, payments, webhooks }))

  const server = serve({ fetch: app.fetch, port, hostname: host }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`
  payments.resume()
  webhooks.resume()
  stripe.resume()
  log(`sandbox pay on ${url}`)

  return {
    url,
    state: stripe.state,
    money: stripe.money,
    pay(order_id, amount_minor, card_last4) {
      const page = { success_url: url, cancel_url: url, description: '' }
      const session = store.create({ order_id, amount_minor, currency: 'USD', ...page })
      store.save(Object.assign(session, { status: 'paid' as const, card_last4 }))
      return session.id
    },
    session: (reference) => store.get(reference)!,
    async stop() {
      payments.stop()
      stripe.stop()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await webhooks.stop()
    },
  }
}
