import { serve } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { join } from 'node:path'
import { parseAmount } from './amount.ts'
import { checkCard, lastDigits, outcomeOf, type CardInput } from './cards.ts'
import { dashboardPage, donePage, missingPage, payPage, pendingPage } from './pages.ts'
import { parseSessionRequest } from './session-request.ts'
import { disputableOf, openSessionStore, statusOf } from './sessions.ts'
import type { Dispute, EventType, Session } from './sessions.ts'
import { createWebhookSender } from './webhooks.ts'

export type SandboxPayOptions = {
  port: number
  /** The address to listen on; the pay page itself is always opened on this machine. */
  host?: string
  /** Sessions and undelivered webhooks live here, so that a restart loses nothing. */
  stateDir: string
  webhookUrl: string
  secretKey: string
  webhookSecret: string
  /** How long the pending test card stays pending. */
  settleAfterMs?: number
  firstRetryMs?: number
  log?: (line: string) => void
}
export type SandboxPay = { url: string; stop(): Promise<void> }

/** A payment provider for development: an API, a hosted pay page, and signed webhooks. */
export async function startSandboxPay(options: SandboxPayOptions): Promise<SandboxPay> {
  const { port, host = '127.0.0.1', stateDir, webhookUrl, secretKey, webhookSecret } = options
  const { settleAfterMs = 20_000, firstRetryMs = 1_000, log = () => {} } = options
  const store = openSessionStore(join(stateDir, 'sandbox-pay'))
  const webhooks = createWebhookSender({ store, webhookUrl, webhookSecret, firstRetryMs, log })
  const settling = new Map<string, NodeJS.Timeout>()

  const tell = (session: Session, type: EventType, about?: Dispute) =>
    webhooks.deliver(session, store.addEvent(session, type, about))

  function openDispute(session: Session, amountMinor: number): Dispute | null {
    const dispute = store.openDispute(session, amountMinor)
    if (dispute) void tell(session, 'dispute.opened', dispute)
    return dispute
  }

  /** A bank may still give money back after a dispute was lost; what is won stays won. */
  function closeDispute(session: Session, dispute: Dispute, status: unknown): boolean {
    if ((status !== 'won' && status !== 'lost') || dispute.status === 'won') return false
    if (dispute.status === status) return true
    dispute.status = status
    void tell(session, `dispute.${status}`, dispute)
    return true
  }

  function succeed(session: Session) {
    clearTimeout(settling.get(session.id))
    settling.delete(session.id)
    if (session.status === 'paid') return
    Object.assign(session, { status: 'paid', paid_at: new Date().toISOString(), settles_at: null })
    void tell(session, 'session.paid')
  }

  function settleLater(session: Session) {
    const wait = Math.max(0, Date.parse(session.settles_at ?? '') - Date.now())
    settling.set(
      session.id,
      setTimeout(() => succeed(session), wait),
    )
  }

  const api = new Hono()
  api.use(async (c, next) => {
    if (c.req.header('authorization') === `Bearer ${secretKey}`) return next()
    return c.json({ error: 'not_authorized' }, 401)
  })
  api.post('/sessions', async (c) => {
    const request = parseSessionRequest(await c.req.json().catch(() => null))
    if (!request) return c.json({ error: 'invalid_session' }, 422)
    return c.json(toJson(store.create(request)))
  })
  api.get('/sessions/:id', (c) => {
    const session = store.get(c.req.param('id'))
    return session ? c.json(toJson(session)) : c.json({ error: 'no_such_session' }, 404)
  })
  // What a bank does to a merchant weeks later: all that is left, or a part of it.
  api.post('/sessions/:id/disputes', async (c) => {
    const session = store.get(c.req.param('id'))
    if (session?.status !== 'paid') return c.json({ error: 'not_paid' }, 409)
    const { amount_minor = disputableOf(session) } = await c.req.json().catch(() => ({}))
    const dispute = openDispute(session, amount_minor)
    return dispute
      ? c.json(disputeJson(session, dispute))
      : c.json({ error: 'invalid_amount' }, 422)
  })
  api.get('/disputes/:id', (c) => {
    const found = store.findDispute(c.req.param('id'))
    if (!found) return c.json({ error: 'no_such_dispute' }, 404)
    return c.json(disputeJson(found.session, found.dispute))
  })
  api.post('/disputes/:id/close', async (c) => {
    const found = store.findDispute(c.req.param('id'))
    if (!found) return c.json({ error: 'no_such_dispute' }, 404)
    const { status } = await c.req.json().catch(() => ({}))
    if (!closeDispute(found.session, found.dispute, status)) {
      return c.json({ error: 'invalid_status' }, 409)
    }
    return c.json(disputeJson(found.session, found.dispute))
  })

  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'no-referrer')
    c.header('x-content-type-options', 'nosniff')
  })
  app.route('/v1', api)
  app.get('/', (c) => c.html(dashboardPage(store.all())))
  app.get('/health', (c) => c.json({ ok: true }))
  app.get('/pay/:id', (c) => withSession(c, (session) => showSession(c, session)))
  app.post('/pay/:id', (c) =>
    withSession(c, async (session) => {
      if (statusOf(session) !== 'open') return showSession(c, session)
      const card = readCard(await c.req.parseBody())
      const problems = checkCard(card, new Date())
      if (Object.keys(problems).length > 0) return c.html(payPage(session, { card, problems }), 422)
      const outcome = outcomeOf(card.number)
      if (outcome === 'declines') {
        void tell(session, 'session.declined')
        return c.html(payPage(session, { card, declined: true }), 402)
      }
      session.card_last4 = lastDigits(card.number)
      if (outcome === 'succeeds') {
        succeed(session)
        return c.redirect(session.success_url, 303)
      }
      session.status = 'processing'
      session.settles_at = new Date(Date.now() + settleAfterMs).toISOString()
      settleLater(session)
      void tell(session, 'session.processing')
      return c.redirect(`/pay/${session.id}`, 303)
    }),
  )
  app.post('/pay/:id/settle', (c) =>
    withSession(c, (session) => {
      if (session.status !== 'processing') return showSession(c, session)
      succeed(session)
      return c.redirect(session.success_url, 303)
    }),
  )
  app.post('/pay/:id/disputes', (c) =>
    withSession(c, async (session) => {
      const { amount } = await c.req.parseBody()
      const minor = typeof amount === 'string' ? parseAmount(amount, session.currency) : null
      openDispute(session, minor ?? 0)
      return c.redirect('/', 303)
    }),
  )
  app.post('/pay/:id/disputes/:dispute/close', (c) =>
    withSession(c, async (session) => {
      const dispute = session.disputes.find(({ id }) => id === c.req.param('dispute'))
      if (!dispute) return c.html(missingPage(), 404)
      const { status } = await c.req.parseBody()
      closeDispute(session, dispute, status)
      return c.redirect('/', 303)
    }),
  )
  app.post('/pay/:id/events/:event/resend', (c) =>
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

  const disputeJson = ({ id, currency }: Session, dispute: Dispute) => ({
    ...dispute,
    session: id,
    currency,
  })

  function toJson({ events, ...session }: Session) {
    return {
      ...session,
      status: statusOf(session),
      url: `${url}/pay/${session.id}`,
      events: events.map(({ id, type }) => ({ id, type })),
    }
  }

  const server = serve({ fetch: app.fetch, port, hostname: host })
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', reject)
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`
  for (const session of store.all()) if (session.status === 'processing') settleLater(session)
  webhooks.resume()
  log(`sandbox pay on ${url}`)

  return {
    url,
    async stop() {
      for (const timer of settling.values()) clearTimeout(timer)
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
      await webhooks.stop()
    },
  }
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
