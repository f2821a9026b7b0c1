import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error response in Stripe's format. */
export class StripeRefusal extends Error {
  readonly status: ContentfulStatusCode
  readonly code: string
  /** False for an invalid request, whose idempotency key may be sent again with a valid request. */
  readonly isKept: boolean
  readonly type: string

  constructor(status: ContentfulStatusCode, code: string, isKept = true, type?: string) {
    super(code)
    this.status = status
    this.code = code
    this.isKept = isKept
    this.type = type ?? 'invalid_request_error'
  }
}

export type Params = { [name: string]: string | Params | undefined }

/** Parses a body: `a[b][c]=d` for version 1 of the API, JSON for version 2. */
export function paramsOf(body: string): Params {
  if (body.startsWith('{')) return JSON.parse(body) as Params
  const params: Params = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[[\]]+/).filter(Boolean)
    const last = path.pop() ?? ''
    const place = path.reduce<Params>((at, key) => {
      const next = at[key]
      return typeof next === 'object' ? next : (at[key] = {})
    }, params)
    place[last] = value
  }
  return params
}

export function textOf(params: Params, name: string): string {
  const value = params[name]
  if (typeof value !== 'string' || value === '') {
    throw new StripeRefusal(400, 'parameter_missing', false)
  }
  return value
}

export function amountOf(params: Params): number {
  const amount = Number(textOf(params, 'amount'))
  if (!Number.isSafeInteger(amount) || amount < 1) {
    throw new StripeRefusal(400, 'parameter_invalid_integer', false)
  }
  return amount
}

export function metadataOf({ metadata }: Params): Record<string, string> {
  return typeof metadata === 'object' ? (metadata as Record<string, string>) : {}
}

type Kept = { body: string; status: ContentfulStatusCode; json: object; at: number }

/**
 * Acts once for each idempotency key. For a day, a repeated request gets the first answer again, also if that was a
 * refusal. A key with another body is refused, and so is a request without a key.
 */
export function keyedRequests(now: () => number) {
  const kept = new Map<string, Kept>()
  const A_DAY_MS = 24 * 3_600_000

  return async (c: Context, act: (params: Params) => object): Promise<Response> => {
    const key = c.req.header('idempotency-key')
    const body = `${c.req.path} ${c.req.header('stripe-account') ?? ''} ${await c.req.text()}`
    const known = key === undefined ? undefined : kept.get(key)
    if (known && now() - known.at < A_DAY_MS) {
      if (known.body === body) return c.json(known.json, known.status)
      return refusal(c, new StripeRefusal(400, 'idempotency_error', false, 'idempotency_error'))
    }
    const keep = (status: ContentfulStatusCode, json: object) =>
      key !== undefined && kept.set(key, { body, status, json, at: now() })
    try {
      if (key === undefined) throw new StripeRefusal(400, 'idempotency_key_missing', false)
      const json = act(paramsOf(body.slice(body.indexOf(' ', body.indexOf(' ') + 1) + 1)))
      keep(200, json)
      return c.json(json)
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      if (error.isKept) keep(error.status, refusalJson(error))
      return refusal(c, error)
    }
  }
}

const refusalJson = ({ type, code }: StripeRefusal) => ({
  error: { type, code, message: `The sandbox refused: ${code}.` },
})

export const refusal = (c: Context, error: StripeRefusal) =>
  c.json(refusalJson(error), error.status)
