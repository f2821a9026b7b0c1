import { useEffectEvent, useLayoutEffect, useRef } from 'react'

/** Widths with the bar at the bottom, on which the back button or gesture of the device is common. */
const PHONE = '(max-width: 900px)'

type Layer = { id: number; url: string; close: () => void }
/** Open dialogs, sheets and drawers, the topmost last. Each has an entry in the browser history. */
const layers: Layer[] = []
let lastId = 0
/** Number of steps back that this module itself has started. */
let ownSteps = 0

const idOfEntry = () => (history.state as { layer?: number } | null)?.layer

function onBack() {
  if (ownSteps > 0) {
    ownSteps -= 1
    return
  }
  const top = layers.at(-1)
  if (top) return closeByBack(top)
  // This entry belongs to a layer that was left by a link; it would show the page below once more, so it is skipped.
  if (idOfEntry() !== undefined) history.back()
}

function closeByBack(top: Layer) {
  // Restores the URL of the closed layer, because filters chosen in it are part of the URL.
  if (location.href !== top.url) history.pushState(null, '', top.url)
  top.close()
  // If the layer asks for a confirmation and stays open, it gets its history entry back.
  setTimeout(() => {
    if (layers.includes(top)) history.pushState({ layer: top.id }, '')
  })
}

function followAddress() {
  const top = layers.at(-1)
  if (top) top.url = location.href
}

let isListening = false
function listen() {
  if (isListening) return
  isListening = true
  // A capturing listener, so that it runs before the router reads the address.
  addEventListener('popstate', onBack, { capture: true })
  // The router dispatches these events when the address changes.
  addEventListener('pushState', followAddress)
  addEventListener('replaceState', followAddress)
}

function open(close: () => void): Layer {
  listen()
  const layer = { id: (lastId += 1), url: location.href, close }
  history.pushState({ layer: layer.id }, '')
  return layer
}

function leaveEntry(layer: Layer) {
  if (idOfEntry() !== layer.id) return
  ownSteps += 1
  history.back()
}

/** On a phone "back" closes a dialog, sheet or drawer instead of leaving the page. */
export function useBackCloses(opened: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose)
  const kept = useRef<{ layer: Layer; leaving?: ReturnType<typeof setTimeout> }>(undefined)
  // Runs before the paint, so that the back button cannot be pressed on a layer without an entry.
  useLayoutEffect(() => {
    if (!opened || !matchMedia(PHONE).matches) return
    const own = (kept.current ??= { layer: open(() => close()) })
    clearTimeout(own.leaving)
    layers.push(own.layer)
    return () => {
      layers.splice(layers.indexOf(own.layer), 1)
      // The removal is delayed, because in development React runs each effect twice and the second run keeps the entry.
      own.leaving = setTimeout(() => {
        kept.current = undefined
        leaveEntry(own.layer)
      })
    }
  }, [opened])
}
