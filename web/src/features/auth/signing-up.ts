import { STORAGE_KEYS } from '@/lib/constants.ts'

/**
 * Whose sign-up this browser began. A confirmation that is opened elsewhere may belong to a
 * sign-up that a stranger began with this address: then a password of one's own is asked for.
 */
export function keepSigningUp(email: string | null): void {
  if (email) localStorage.setItem(STORAGE_KEYS.signingUp, email.trim().toLowerCase())
  else localStorage.removeItem(STORAGE_KEYS.signingUp)
}

export function isSigningUp(email?: string): boolean {
  const kept = localStorage.getItem(STORAGE_KEYS.signingUp)
  return kept !== null && (email === undefined || kept === email.trim().toLowerCase())
}
