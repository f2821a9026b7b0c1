import { Hono } from 'hono'
import type { Payments } from './payments.ts'
import {
  disputableOf,
  statusOf,
  type Dispute,
  type Session,
  type SessionStore,
  type SessionRequest,
} from './sessions.ts'
import { z } from 'zod/mini'

const webAddress = z.url({ protocol: /^https?$/ })

const shape = z.object({
  order_id: z.string().check(z.minLength(1), z.maxLength(100)),
  amount_minor: z.int().check(z.positive()),
  currency: z.string().check(z.regex(/^[A-Z]{3,5}$/)),
  description: z.string().check(z.maxLength(500)),
  success_url: webAddress,
  cancel_url: webAddress,
  idempotency_key: z.optional(z.string().check(z.maxLength(200))),
  expires_at: z.optional(z.iso.datetime({ offset: true })),
})

function parseSessionRequest(body: unknown): SessionRequest | null {
  const parsed = shape.safeParse(body)
  return parsed.success ? parsed.data : null
}

type Options = {
  store: SessionStore
  payments: Payments
  secretKey: string
  /** The address of the pay pages; known once the server listens. */
  url(): string
}

/** API for the merchant's server. */
export function merchantApi({ store, payments, secretKey, url }: Options): Hono {
  const api = new Hono()
  api.use(async (c, next) => {
    if (c.req.header('authorization') === `Bearer ${secretKey}`) return next()
    return c.json({ error: 'not_authorized' }, 401)
  })
  api.post('/sessions', async (c) => {
    const request = parseSessionRequest(await c.req.json().catch(() => null))
    if (!request) return c.json({ error: 'invalid_session' }, 422)
    return c.json(sessionJson(store.create(request), url()))
  })
  api.get('/sessions/:id', (c) => {
    const session = store.get(c.req.param('id'))
    return session ? c.json(sessionJson(session, url())) : c.json({ error: 'no_such_session' }, 404)
  })
  // Opens a dispute, as a bank may do weeks after a payment, about the rest of the payment or a part of it. The
  // bank accepts evidence for some days; with 0 days it accepts none.
  api.post('/sessions/:id/disputes', async (c) => {
    const session = store.get(c.req.param('id'))
    if (session?.status !== 'paid') return c.json({ error: 'not_paid' }, 409)
    const { amount_minor = disputableOf(session), days } = await c.req.json().catch(() => ({}))
    const dispute = payments.openDispute(session, amount_minor, days)
    return dispute
      ? c.json(disputeJson(session, dispute))
      : c.json({ error: 'invalid_amount' }, 422)
  })
  api.post('/disputes/:id/close', async (c) => {
    const found = store.findDispute(c.req.param('id'))
    if (!found) return c.json({ error: 'no_such_dispute' }, 404)
    const { status } = await c.req.json().catch(() => ({}))
    if (!payments.closeDispute(found.session, found.dispute, status)) {
      return c.json({ error: 'invalid_status' }, 409)
    }
    return c.json(disputeJson(found.session, found.dispute))
  })
  return api
}

const disputeJson = ({ id, currency }: Session, dispute: Dispute) => ({
  ...dispute,
  session: id,
  currency,
})

function sessionJson({ events, ...session }: Session, url: string) {
  return {
    ...session,
    status: statusOf(session),
    url: `${url}/pay/${session.id}`,
    events: events.map(({ id, type }) => ({ id, type })),
  }
}
