import { Hono } from 'hono'
import { join } from 'node:path'
import type { SessionStore } from '../sessions.ts'
import type { SandboxPayOptions } from '../sandbox-pay.ts'
import { stripeApi } from './api.ts'
import { createEvents } from './events.ts'
import { createMoney, type Money } from './money.ts'
import { openStripeState, type Account, type BankAnswer, type StripeState } from './state.ts'
import { html } from 'hono/html'
import { styles } from '../styles.ts'

type Options = { state: StripeState; money: Money; notify: (account: Account) => void }

const CHOICES: { label: string; status: Account['status']; bank: BankAnswer }[] = [
  { label: 'Everything is right', status: 'active', bank: 'pays' },
  { label: 'The bank account is closed: payouts fail', status: 'active', bank: 'account_closed' },
  { label: 'A document is missing', status: 'restricted', bank: 'pays' },
  { label: 'The provider rejects the account', status: 'rejected', bank: 'pays' },
]

/** The provider's page on which a member enters a bank account and proves their identity. */
function accountPage({ state, money, notify }: Options): Hono {
  const app = new Hono()
  const accountOf = (id: string) => state.accounts.find((each) => each.id === id)
  app.get('/:id', (c) => {
    const account = accountOf(c.req.param('id'))
    return account ? c.html(page(account, c.req.query('back') ?? '')) : c.notFound()
  })
  app.post('/:id/payouts', (c) => {
    for (const each of state.payouts) if (each.account === c.req.param('id')) money.settle(each)
    return c.redirect(`/accounts/${c.req.param('id')}`, 303)
  })
  app.post('/:id', async (c) => {
    const account = accountOf(c.req.param('id'))
    const { choice, back } = await c.req.parseBody()
    const chosen = CHOICES[Number(choice)]
    if (!account || !chosen || typeof back !== 'string') return c.notFound()
    Object.assign(account, { status: chosen.status, bank: chosen.bank })
    state.save()
    notify(account)
    return c.redirect(back, 303)
  })
  return app
}

function page({ id }: Account, back: string) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Your account</title>
        <style>
          ${styles}
        </style>
      </head>
      <body>
        <main>
          <h1>Your account for payouts</h1>
          <p>This is a sandbox: a real provider asks here for your bank account and a document.</p>
          <form method="post">
            <input type="hidden" name="back" value="${back}" />
            ${CHOICES.map(
              ({ label }, at) =>
                html`<button class="primary" name="choice" value="${at}">${label}</button>`,
            )}
          </form>
          <form method="post" action="/accounts/${id}/payouts">
            <button class="primary">The bank answers now to every payout</button>
          </form>
        </main>
      </body>
    </html>`
}

/** The part of the provider that sends money (transfers, payouts, refunds), with Stripe's API. */
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
