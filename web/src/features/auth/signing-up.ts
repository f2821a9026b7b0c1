import { STORAGE_KEYS } from '@/lib/constants.ts'

/**
 * Stores the address whose sign-up this browser began. A confirmation that is opened in another browser may belong
 * to a sign-up that a stranger began with this address; the visitor then has to choose a new password.
 */
export function keepSigningUp(email: string | null): void {
  if (email) localStorage.setItem(STORAGE_KEYS.signingUp, email.trim().toLowerCase())
  else localStorage.removeItem(STORAGE_KEYS.signingUp)
}

export function isSigningUp(email?: string): boolean {
  const kept = localStorage.getItem(STORAGE_KEYS.signingUp)
  return kept !== null && (email === undefined || kept === email.trim().toLowerCase())
}
