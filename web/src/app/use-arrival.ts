import { useEffect } from 'react'
import { focusFirst, focusHeading, isFocusIdle } from '@/ui/focus.ts'

const PRESSES = ['keydown', 'pointerdown'] as const

let wasFocused = false
/** The page that a link of each page opened last, by their paths. */
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
 * The focus after another page was opened, as long as nothing that can be pressed has it: the link that was opened,
 * where one comes back from its page, else the heading. Rows of a list come later than the heading, or go again.
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
