import type { Fetch } from '../api/fetch.ts'

/** Codes of the Data API for an invalid or expired token. */
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
 * If a token is refused, renews it and sends the request again. A device that was asleep or has a wrong clock
 * sends an expired token; the session is lost only if the token cannot be renewed.
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
