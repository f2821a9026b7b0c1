import { useSyncExternalStore } from 'react'

// Stores the placed order in this page's history entry, to which the browser's back button leads from the pay page.

export const keepOrdered = (orderId: string) =>
  history.replaceState({ ...history.state, ordered: orderId }, '')

const read = () => (history.state as { ordered?: string } | null)?.ordered

/** Reads the order again when the browser shows the page from its back/forward cache, without loading it. */
function onShown(listener: () => void) {
  addEventListener('pageshow', listener)
  return () => removeEventListener('pageshow', listener)
}

/** The order that was placed on this page, from its history entry. */
export const useOrdered = () => useSyncExternalStore(onShown, read)
