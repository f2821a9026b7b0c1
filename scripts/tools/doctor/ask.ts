export type Reply = { status: number; headers: Headers; text: string }

const TIMEOUT_MS = 40_000

/** Sends one request without following redirects; status 0 and the reason if there is no response. */
export async function ask(url: string, options: RequestInit = {}): Promise<Reply> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { redirect: 'manual', signal, ...options })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return {
      status: 0,
      headers: new Headers(),
      text: cause instanceof Error ? cause.message : String(cause),
    }
  }
}

/** Sends a request with a JSON body and a key of the project. */
export function post(url: string, key: string | undefined, body: object = {}): Promise<Reply> {
  const keys = key ? { apikey: key } : undefined
  return ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...keys },
    body: JSON.stringify(body),
  })
}

/** Error token of a response by our own code; undefined for a response of a proxy or the platform. */
export function tokenOf(reply: Reply): string | undefined {
  const { error } = jsonOf(reply) as { error?: unknown }
  return typeof error === 'string' && /^[a-z_]+$/.test(error) ? error : undefined
}

export function jsonOf(reply: Reply): unknown {
  try {
    return (JSON.parse(reply.text) as unknown) ?? {}
  } catch {
    return {}
  }
}

/** The status and the beginning of the text of a response, on one line. */
export const shown = ({ status, text }: Reply): string =>
  `${status || 'no answer'} ${text.slice(0, 160).replaceAll(/\s+/g, ' ')}`.trim()
