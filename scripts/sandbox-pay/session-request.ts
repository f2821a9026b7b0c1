import { z } from 'zod/mini'
import type { SessionRequest } from './sessions.ts'

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

export function parseSessionRequest(body: unknown): SessionRequest | null {
  const parsed = shape.safeParse(body)
  return parsed.success ? parsed.data : null
}
