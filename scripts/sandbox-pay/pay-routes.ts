import { Hono, type Context } from 'hono'
import { parseAmount } from './amount.ts'
import { checkCard, fingerprintOf, lastDigits, outcomeOf, type CardInput } from './cards.ts'
import { donePage, missingPage, payPage, pendingPage } from './pages.ts'
import type { Payments } from './payments.ts'
import { statusOf, type Session, type SessionStore } from './sessions.ts'
import type { WebhookSender } from './webhooks.ts'

type Options = { store: SessionStore; payments: Payments; webhooks: WebhookSender }

/** The hosted pay page, and the buttons of the dashboard. */
export function payRoutes({ store, payments, webhooks }: Options): Hono {
  const app = new Hono()
  app.get('/:id', (c) => withSession(c, (session) => showSession(c, session)))
  app.post('/:id', (c) => withSession(c, (session) => pay(c, session, payments)))
  app.post('/:id/settle', (c) =>
    withSession(c, (session) => {
      if (session.status !== 'processing') return showSession(c, session)
      payments.succeed(session)
      return c.redirect(session.success_url, 303)
    }),
  )
  app.post('/:id/disputes', (c) =>
    withSession(c, async (session) => {
      const { amount } = await c.req.parseBody()
      const minor = typeof amount === 'string' ? parseAmount(amount, session.currency) : null
      payments.openDispute(session, minor ?? 0)
      return c.redirect('/', 303)
    }),
  )
  app.post('/:id/disputes/:dispute/close', (c) =>
    withSession(c, async (session) => {
      const dispute = session.disputes.find(({ id }) => id === c.req.param('dispute'))
      if (!dispute) return c.html(missingPage(), 404)
      const { status } = await c.req.parseBody()
      payments.closeDispute(session, dispute, status)
      return c.redirect('/', 303)
    }),
  )
  app.post('/:id/events/:event/resend', (c) =>
    withSession(c, async (session) => {
      const event = session.events.find(({ id }) => id === c.req.param('event'))
      if (!event) return c.html(missingPage(), 404)
      const status = await webhooks.resend(session, event)
      if (c.req.header('accept')?.includes('application/json')) return c.json({ status })
      return c.redirect('/', 303)
    }),
  )

  function withSession(c: Context, then: (session: Session) => Response | Promise<Response>) {
    const session = store.get(c.req.param('id') ?? '')
    return session ? then(session) : c.html(missingPage(), 404)
  }
  return app
}

async function pay(c: Context, session: Session, payments: Payments): Promise<Response> {
  if (statusOf(session) !== 'open') return showSession(c, session)
  const card = readCard(await c.req.parseBody())
  const problems = checkCard(card, new Date())
  if (Object.keys(problems).length > 0) return c.html(payPage(session, { card, problems }), 422)
  const outcome = outcomeOf(card.number)
  if (outcome === 'declines') {
    payments.decline(session)
    return c.html(payPage(session, { card, declined: true }), 402)
  }
  session.card_last4 = lastDigits(card.number)
  session.card_fingerprint = fingerprintOf(card.number)
  if (outcome === 'succeeds') {
    payments.succeed(session)
    return c.redirect(session.success_url, 303)
  }
  payments.process(session)
  return c.redirect(`/pay/${session.id}`, 303)
}

function showSession(c: Context, session: Session) {
  const status = statusOf(session)
  if (status === 'open') return c.html(payPage(session))
  return c.html(status === 'processing' ? pendingPage(session) : donePage(session))
}

function readCard(body: Record<string, unknown>): CardInput {
  const text = (key: string) => (typeof body[key] === 'string' ? body[key] : '')
  return { number: text('number'), expiry: text('expiry'), cvc: text('cvc'), name: text('name') }
}
