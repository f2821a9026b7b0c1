const SECRETS = ['access_token', 'refresh_token', 'provider_token', 'provider_refresh_token']

/**
 * The address without a session in its hash. Such a session is ignored, because it could belong to somebody else,
 * and its tokens should not stay in the history.
 */
export function withoutTokens(address: string): string {
  const url = new URL(address)
  const params = new URLSearchParams(url.hash.slice(1))
  if (!SECRETS.some((name) => params.has(name))) return address
  url.hash = ''
  return url.href
}

export function dropTokens(): void {
  const clean = withoutTokens(location.href)
  if (clean !== location.href) history.replaceState(history.state, '', clean)
}
