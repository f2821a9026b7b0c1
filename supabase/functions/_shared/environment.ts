import { Refusal } from './errors.ts'

/** Reads a setting of the environment. It may be a secret: never log it or send it in a response. */
export function setting(name: string): string | undefined {
  return Deno.env.get(name) || undefined
}

export function requiredSetting(name: string): string {
  const value = setting(name)
  if (value === undefined) throw new Error(`The environment lacks ${name}.`)
  return value
}

/** The address of the client: links in e-mails and the return from a pay page begin with it. */
export function siteUrl(): string {
  const url = setting('SITE_URL') ?? ''
  // Without SITE_URL every link would be broken, so the refusal names the missing setting.
  if (!/^https?:\/\/[^/]/.test(url)) throw new Refusal(503, 'site_url_not_configured')
  return url.replace(/\/$/, '')
}

// Hosted projects hold named keys as JSON; older ones and the local stack hold one key each.
export function publishableKey(): string {
  return namedKeys('SUPABASE_PUBLISHABLE_KEYS')[0] ?? requiredSetting('SUPABASE_ANON_KEY')
}

export function secretKey(): string {
  return namedKeys('SUPABASE_SECRET_KEYS')[0] ?? requiredSetting('SUPABASE_SERVICE_ROLE_KEY')
}

/** Every secret key of the project. A caller that sends one is a service of the project. */
export function secretKeys(): string[] {
  const single = setting('SUPABASE_SERVICE_ROLE_KEY')
  return [...namedKeys('SUPABASE_SECRET_KEYS'), ...(single ? [single] : [])]
}

function namedKeys(name: string): string[] {
  const text = setting(name)
  if (text === undefined) return []
  const keys: Record<string, string> = JSON.parse(text)
  const first = keys['default']
  const others = Object.values(keys).filter((key) => key !== first)
  return first === undefined ? others : [first, ...others]
}
