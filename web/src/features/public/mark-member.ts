import { STORAGE_KEYS } from '@/lib/constants.ts'

/** Marks the document if a member is signed in on this device; the style sheet of public pages uses the mark. */
export function markMember() {
  const isMember = localStorage.getItem(STORAGE_KEYS.auth) !== null
  document.documentElement.toggleAttribute('data-member', isMember)
}
