import { html, raw } from 'hono/html'
import { newTestCard, TEST_CARDS, type CardField, type CardInput } from './cards.ts'
import { amountInput, formatAmount } from './amount.ts'
import { disputableOf, statusOf, type Dispute, type Session } from './sessions.ts'
import { styles } from './styles.ts'

type Content = ReturnType<typeof html>
type PayState = {
  card?: CardInput
  problems?: Partial<Record<CardField, string>>
  declined?: boolean
}

export function payPage(session: Session, state: PayState = {}) {
  const { card, problems = {}, declined = false } = state
  const amount = formatAmount(session.amount_minor, session.currency)
  const wrong = Object.values(problems)
  const form = html`
    ${declined && alertBox('Your card was declined. Nothing was charged. Try another card.')}
    ${wrong.length > 0 && alertBox(`Please check ${wrong.length === 1 ? 'one field' : `${wrong.length} fields`} below.`)}
    <form method="post" action="/pay/${session.id}" novalidate id="card-form">
      <h2>Pay by card</h2>
      ${field({ name: 'number', label: 'Card number', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234', card, problems, numeric: true })}
      <div class="pair">
        ${field({ name: 'expiry', label: 'Expiry', autocomplete: 'cc-exp', placeholder: 'MM / YY', card, problems, numeric: true })}
        ${field({ name: 'cvc', label: 'Security code', autocomplete: 'cc-csc', placeholder: 'CVC', card, problems, numeric: true })}
      </div>
      ${field({ name: 'name', label: 'Name on card', autocomplete: 'cc-name', placeholder: '', card, problems })}
      <button class="primary" type="submit">Pay ${amount}</button>
    </form>
    <p><a href="${session.cancel_url}">Cancel and return to Kolpact</a></p>
    <section class="test-cards" aria-labelledby="test-cards-title">
      <h2 id="test-cards-title">Test cards</h2>
      <p>This is a sandbox: no money moves and real cards are declined.</p>
      <p>
        A number is one person's card. Every valid number that begins with 4242 4242 is another one
        that succeeds, such as <code>${newTestCard().replace(/\d{4}(?=\d)/g, '$& ')}</code>.
      </p>
      <ul>
        ${TEST_CARDS.map(
          ({ number, label }) =>
            html`<li>
              <button type="button" data-number="${number}">
                <code>${number}</code><span>${label}</span>
              </button>
            </li>`,
        )}
      </ul>
    </section>
    ${raw(`<script>${script}</script>`)}
  `
  return layout(`Pay ${amount}`, session, form)
}

export function pendingPage(session: Session) {
  const body = html`
    <meta http-equiv="refresh" content="3" />
    <div role="status">
      <h2>Your bank is still confirming</h2>
      <p>
        The card ending in ${session.card_last4} is being checked. You may close this page: the
        order follows as soon as the money is there.
      </p>
    </div>
    <form method="post" action="/pay/${session.id}/settle">
      <button class="primary" type="submit">Confirm now</button>
    </form>
    <p><a href="${session.success_url}">Return to Kolpact</a></p>
  `
  return layout('Payment pending', session, body)
}

export function donePage(session: Session) {
  const paid = session.status === 'paid'
  const body = html`
    <div role="status">
      <h2>${paid ? 'This payment is complete' : 'This payment has expired'}</h2>
      <p>
        ${paid ? `Paid with the card ending in ${session.card_last4}. It cannot be paid twice.` : 'Nothing was charged.'}
      </p>
    </div>
    <p>
      <a href="${paid ? session.success_url : session.cancel_url}">Return to Kolpact</a>
    </p>
  `
  return layout(paid ? 'Paid' : 'Expired', session, body)
}

export function missingPage() {
  return page(
    'Not found',
    html`<main>
      <h1>No such payment</h1>
      <p>The link is incomplete or belongs to another sandbox.</p>
    </main>`,
  )
}

/** Developer's dashboard: payments, sent events, and a button to send them again. */
export function dashboardPage(sessions: Session[]) {
  const rows = sessions.map(
    (session) =>
      html`<li>
        <div class="row">
          <a href="/pay/${session.id}">${session.description || session.order_id}</a>
          <strong>${formatAmount(session.amount_minor, session.currency)}</strong>
          <span>${statusOf(session)}</span>
        </div>
        ${session.disputes.map((dispute) => disputeRow(session, dispute))}
        ${disputableOf(session) > 0 && disputeForm(session)}
        ${session.events.map(
          (event) =>
            html`<form
              class="row"
              method="post"
              action="/pay/${session.id}/events/${event.id}/resend"
            >
              <code>${event.type}</code>
              <span
                >${event.delivered_at ? 'delivered' : `waiting, ${event.attempts} attempts`}</span
              >
              <button type="submit">Send again</button>
            </form>`,
        )}
      </li>`,
  )
  return page(
    'Payments',
    html`<main>
      <h1>Sandbox payments</h1>
      ${
        sessions.length === 0
          ? html`<p>No payments yet. They appear when an order is checked out.</p>`
          : html`<ul>
              ${rows}
            </ul>`
      }
    </main>`,
  )
}

function disputeRow(session: Session, dispute: Dispute) {
  const close = (status: string, label: string) =>
    html`<button type="submit" name="status" value="${status}">${label}</button>`
  return html`<form
    class="row"
    method="post"
    action="/pay/${session.id}/disputes/${dispute.id}/close"
  >
    <span>Dispute over ${formatAmount(dispute.amount_minor, session.currency)}</span>
    <span>${dispute.status}${dispute.answer && ', evidence submitted'}</span>
    ${dispute.status !== 'won' && close('won', 'Merchant wins')}
    ${dispute.status === 'opened' && close('lost', 'Merchant loses')}
  </form>`
}

function disputeForm(session: Session) {
  const most = amountInput(disputableOf(session), session.currency)
  return html`<form class="row" method="post" action="/pay/${session.id}/disputes">
    <label for="${session.id}-amount">The bank takes back</label>
    <input id="${session.id}-amount" name="amount" value="${most}" inputmode="decimal" required />
    <button type="submit">Open dispute</button>
  </form>`
}

function layout(title: string, session: Session, body: Content | Promise<Content>) {
  return page(
    title,
    html`<header>
        <p>Kolpact <em>Sandbox</em></p>
        <h1>${formatAmount(session.amount_minor, session.currency)}</h1>
        <p>${session.description}</p>
        <p class="label">The money goes into escrow at Kolpact.</p>
      </header>
      <main>${body}</main>`,
  )
}

function page(title: string, body: Content | Promise<Content>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Kolpact sandbox payments</title>
        <style>
          ${raw(styles)}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`
}

const alertBox = (text: string) => html`<p class="alert" role="alert">${text}</p>`

type FieldProps = Required<Pick<PayState, 'problems'>> & {
  name: CardField
  label: string
  autocomplete: string
  placeholder: string
  card: CardInput | undefined
  numeric?: boolean
}

function field({ name, label, autocomplete, placeholder, card, problems, numeric }: FieldProps) {
  const problem = problems[name]
  const described = problem ? html` aria-invalid="true" aria-describedby="${name}-problem"` : ''
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${card?.[name] ?? ''}"
      autocomplete="${autocomplete}"
      placeholder="${placeholder}"
      ${numeric ? raw('inputmode="numeric"') : ''}
      required
      ${described}
    />
    ${problem && html`<p class="problem" id="${name}-problem">${problem}</p>`}
  </div>`
}

// An optional script of the page: it fills in a test card, and prevents a second payment by a double click.
const script = `
const form = document.getElementById('card-form')
const { number, expiry, cvc } = form.elements
const submit = form.querySelector('.primary')
for (const button of document.querySelectorAll('[data-number]')) {
  button.addEventListener('click', () => {
    number.value = button.dataset.number
    expiry.value ||= '12 / ' + String(new Date().getFullYear() + 3).slice(2)
    cvc.value ||= '123'
    form.elements.name.value ||= 'Sandbox Buyer'
    submit.focus()
  })
}
form.addEventListener('submit', () => (submit.disabled = true))
addEventListener('pageshow', () => (submit.disabled = false))
`
