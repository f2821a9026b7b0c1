import { useSyncExternalStore } from 'react'

// The browser leads back here from the pay page. The entry of the history knows the order that this page placed.

export const keepOrdered = (orderId: string) =>
  history.replaceState({ ...history.state, ordered: orderId }, '')

const read = () => (history.state as { ordered?: string } | null)?.ordered

/** A browser may show the page again as it was left, without loading it. */
function onShown(look: () => void) {
  addEventListener('pageshow', look)
  return () => removeEventListener('pageshow', look)
}

/** The order that was placed from this entry of the history. */
export const useOrdered = () => useSyncExternalStore(onShown, read)
