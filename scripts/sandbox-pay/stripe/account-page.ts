import { Hono } from 'hono'
import { html } from 'hono/html'
import { styles } from '../styles.ts'
import type { Money } from './money.ts'
import type { Account, BankAnswer, StripeState } from './state.ts'

type Options = { state: StripeState; money: Money; notify: (account: Account) => void }

const CHOICES: { label: string; status: Account['status']; bank: BankAnswer }[] = [
  { label: 'Everything is right', status: 'active', bank: 'pays' },
  { label: 'The bank account is closed: payouts fail', status: 'active', bank: 'account_closed' },
  { label: 'A document is missing', status: 'restricted', bank: 'pays' },
  { label: 'The provider rejects the account', status: 'rejected', bank: 'pays' },
]

/** The provider's own pages, on which a member gives bank account and proofs of identity. */
export function accountPage({ state, money, notify }: Options): Hono {
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
