import type { EmailOtpType } from '@supabase/supabase-js'

/** The parameters of a mailed link. */
export type MailLink =
  | { kind: 'none' }
  | { kind: 'failed' }
  | { kind: 'code'; code: string }
  | { kind: 'hash'; tokenHash: string; type: EmailOtpType }

const TYPES: readonly EmailOtpType[] = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'email',
]

/** Reads the link's parameters. A session in the address is ignored (see `dropTokens`). */
export function readMailLink(address: string): MailLink {
  const { searchParams, hash } = new URL(address)
  const inHash = new URLSearchParams(hash.slice(1))
  if (searchParams.has('error') || inHash.has('error')) return { kind: 'failed' }
  const code = searchParams.get('code')
  if (code) return { kind: 'code', code }
  const tokenHash = searchParams.get('token_hash')
  const type = TYPES.find((each) => each === searchParams.get('type'))
  if (tokenHash) return type ? { kind: 'hash', tokenHash, type } : { kind: 'failed' }
  return { kind: 'none' }
}

/** Removes the parameters of the link from the URL and the history, because the link cannot be used again. */
export function forgetMailLink(): void {
  history.replaceState(history.state, '', location.pathname)
}
