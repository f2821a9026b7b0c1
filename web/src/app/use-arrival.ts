import { useEffect } from 'react'
import { focusFirst, focusHeading, isFocusIdle } from '@/ui/focus.ts'

const PRESSES = ['keydown', 'pointerdown'] as const

let wasFocused = false
/** For the path of each page, the path that was last opened by a link on that page. */
const opened = new Map<string, string>()
let last = ''

function note({ target }: Event) {
  const link = (target as Element).closest<HTMLAnchorElement>('#content a[href]')
  const isReturn = link && opened.get(link.pathname) === location.pathname
  if (link && !isReturn) opened.set(location.pathname, link.pathname)
}

globalThis.document?.addEventListener('focusin', () => (wasFocused = true), { once: true })
globalThis.document?.addEventListener('click', note, { capture: true })

/**
 * Sets the focus after another page was opened, unless a control already has it. A reader who comes back gets the focus
 * on the link by which the other page was opened, even if its row appears later; otherwise the heading gets it.
 */
export function useArrival(path: string) {
  useEffect(() => {
    const from = opened.get(path) === last ? last : null
    last = path
    const content = document.getElementById('content')
    if (!wasFocused || !content) return
    const arrive = () => {
      const links = from && isFocusIdle() ? [...content.querySelectorAll('a')] : []
      if (focusFirst(links.filter(({ pathname }) => pathname === from))) return
      focusHeading()
    }
    const observer = new MutationObserver(arrive)
    const leave = () => observer.disconnect()
    observer.observe(content, { childList: true, subtree: true })
    arrive()
    for (const press of PRESSES) addEventListener(press, leave, { capture: true })
    return () => {
      leave()
      for (const press of PRESSES) removeEventListener(press, leave, { capture: true })
    }
  }, [path])
}
