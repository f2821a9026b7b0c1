type Fields = Record<string, string | number | boolean | null | undefined>

/** One log line of JSON. Keys and tokens are removed from the values. */
export function logLine(fields: Fields): string {
  const safe = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, typeof value === 'string' ? withoutSecrets(value) : value])
  return JSON.stringify(Object.fromEntries(safe))
}

const SECRETS = [
  /\b(sk|rk|pk|re|whsec|sb_secret|sb_publishable|sandbox)_[\w-]{6,}/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /Bearer\s+\S+/gi,
]

export function withoutSecrets(text: string): string {
  return SECRETS.reduce((rest, secret) => rest.replace(secret, '[secret]'), text)
}
