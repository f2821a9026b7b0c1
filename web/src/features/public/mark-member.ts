import { STORAGE_KEYS } from '@/lib/constants.ts'

/** Tells the style sheet of public pages whether somebody is signed in on this device. */
export function markMember() {
  const isMember = localStorage.getItem(STORAGE_KEYS.auth) !== null
  document.documentElement.toggleAttribute('data-member', isMember)
}
