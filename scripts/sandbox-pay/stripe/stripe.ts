import { Hono } from 'hono'
import { join } from 'node:path'
import type { SessionStore } from '../sessions.ts'
import type { SandboxPayOptions } from '../sandbox-pay.ts'
import { accountPage } from './account-page.ts'
import { stripeApi } from './api.ts'
import { createEvents } from './events.ts'
import { createMoney } from './money.ts'
import { openStripeState } from './state.ts'

/** The part of the provider that money leaves by, in Stripe's protocol. */
export function createStripe(options: SandboxPayOptions, store: SessionStore, url: () => string) {
  const { stateDir, webhookUrl, secretKey, webhookSecret, interrupt, now = Date.now } = options
  const { settleAfterMs = 20_000, firstRetryMs = 1_000, log = () => {} } = options
  const { opening = { usd: 100_000_000_00 } } = options
  const state = openStripeState(join(stateDir, 'sandbox-stripe.json'), opening)
  const events = createEvents({ state, webhookUrl, webhookSecret, firstRetryMs, log })
  const money = createMoney({ state, store, send: events.send, now, settleAfterMs })
  const app = new Hono()
  app.use(async (c, next) => {
    const lost = interrupt?.(c.req.method, c.req.path)
    if (lost !== 'before') await next()
    if (lost)
      c.res = new Response(null, { status: 500, headers: { 'stripe-should-retry': 'false' } })
  })
  app.route('/', stripeApi({ state, store, money, send: events.send, secretKey, now, url }))
  const notify = ({ id }: { id: string }) =>
    events.sendThin('v2.core.account[requirements].updated', id)
  app.route('/accounts', accountPage({ state, money, notify }))
  return {
    app,
    state,
    money,
    resume() {
      money.resume()
      events.resume()
    },
    stop() {
      money.stop()
      events.stop()
    },
  }
}
