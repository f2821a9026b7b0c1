import { useEffect } from 'react'
import { focusFirst, focusHeading, isFocusIdle } from '@/ui/focus.ts'

const MOVES = ['keydown', 'pointerdown', 'wheel'] as const

let wasFocused = false
/** For the path of each page, the link that was last used in it: its path, its place in the window, and how far the page was scrolled. */
const opened = new Map<string, { path: string; top: number; scrolled: number }>()
let last = ''

const topOf = (element: Element) => element.getBoundingClientRect().top

function note({ target }: Event) {
  const link = (target as Element).closest<HTMLAnchorElement>('#content a[href]')
  if (!link || opened.get(link.pathname)?.path === location.pathname) return
  opened.set(location.pathname, { path: link.pathname, top: topOf(link), scrolled: scrollY })
}

/** Scrolls to a place and returns true, once the page is long enough for it. */
function scrollBack(to: number): boolean {
  if (to > document.documentElement.scrollHeight - innerHeight) return false
  scrollTo(0, to)
  return true
}

globalThis.document?.addEventListener('focusin', () => (wasFocused = true), { once: true })
globalThis.document?.addEventListener('click', note, { capture: true })

/**
 * Sets the focus after another page was opened, unless a control already has it. For a reader who comes back, the link
 * by which the other page was opened gets the focus at its place in the window, even if its row appears later;
 * otherwise the heading gets it.
 */
export function useArrival(path: string) {
  useEffect(() => {
    const used = opened.get(path)
    const from = used?.path === last ? used : null
    last = path
    const content = document.getElementById('content')
    if (!wasFocused || !content) return
    let isBack = false
    const arrive = () => {
      if (from && isFocusIdle()) {
        // A long list renders only the rows near the visible area.
        isBack ||= scrollBack(from.scrolled)
        const links = [...content.querySelectorAll('a')]
        if (focusFirst(links.filter(({ pathname }) => pathname === from.path))) {
          const link = document.activeElement ?? content
          scrollBy(0, topOf(link) - from.top)
          return
        }
      }
      focusHeading()
    }
    const observer = new MutationObserver(arrive)
    const leave = () => observer.disconnect()
    observer.observe(content, { childList: true, subtree: true })
    arrive()
    for (const move of MOVES) addEventListener(move, leave, { capture: true, passive: true })
    return () => {
      leave()
      for (const move of MOVES) removeEventListener(move, leave, { capture: true })
    }
  }, [path])
}
