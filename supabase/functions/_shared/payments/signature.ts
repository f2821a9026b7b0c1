import { isSame } from '../is-same.ts'

const TOLERANCE_SECONDS = 300

/** Checks `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`; a signature that is too old is refused. */
export async function isSignedBy(secret: string, body: string, header: string): Promise<boolean> {
  const [, seconds, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (!seconds || !given) return false
  if (Math.abs(Date.now() / 1000 - Number(seconds)) > TOLERANCE_SECONDS) return false
  return isSame(await hmac(secret, `${seconds}.${body}`), given)
}

export async function hmac(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [
    'sign',
  ])
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(text))
  return Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
