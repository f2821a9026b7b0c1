// Prefetched responses: boot/boot.ts sends requests while the application's code is still loading. The
// first equal request of the application takes the response, once, instead of sending another.

export interface EarlyRequest {
  method: string
  url: string
  body?: string | undefined
  /** Of the sign-in that it was sent with. */
  token: string
  sentAt: number
  response: Promise<Response>
}

/** For how long a prefetched response may be used. */
const EARLY_FOR_MS = 15_000

/** The two scripts may escape the same address differently. */
const isSame = (one: string, other: string) => decodeURIComponent(one) === decodeURIComponent(other)

type Shared = typeof globalThis & { kolpactEarly?: EarlyRequest[] }

/** The list lies on the window, because two scripts that share no code write and read it. */
export function earlyRequests(): EarlyRequest[] {
  return ((globalThis as Shared).kolpactEarly ??= [])
}

/** The response to a request that was sent already, for the same member; undefined when there is none. */
export function takeEarly(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response> | undefined {
  const early = earlyRequests()
  if (early.length === 0 || input instanceof Request) return undefined
  const token = new Headers(init?.headers).get('Authorization')
  const at = early.findIndex(
    (each) =>
      isSame(each.url, String(input)) &&
      each.method === (init?.method ?? 'GET') &&
      each.body === (init?.body ?? undefined) &&
      `Bearer ${each.token}` === token,
  )
  const [found] = at < 0 ? [] : early.splice(at, 1)
  return found && Date.now() - found.sentAt < EARLY_FOR_MS ? found.response : undefined
}
