import type { Fetch } from './fetch.ts'

/** The Data API's codes for a token that it does not take: wrong, or expired. */
const REFUSED = /^PGRST30[13]$/

async function isRefusedToken(response: Response): Promise<boolean> {
  if (response.status !== 401) return false
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: unknown } | null
  return REFUSED.test(String(body?.code))
}

/**
 * A device whose clock is wrong, or that slept, sends a token that has expired. One more is asked
 * for and the request is sent again; only when there is none is the session lost.
 */
export function withFreshToken(
  send: Fetch,
  refresh: (refused: string | null) => Promise<string | null>,
): Fetch {
  return async (input, init) => {
    const response = await send(input, init)
    if (!(await isRefusedToken(response))) return response
    const headers = new Headers(init?.headers)
    const token = await refresh(headers.get('Authorization'))
    if (!token) return response
    headers.set('Authorization', `Bearer ${token}`)
    return send(input, { ...init, headers })
  }
}
