import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'

const NEAR_END_PX = 120

/** The keys of the first and the last entry, and whether the reader wrote the last one. */
interface Ends {
  first: string
  last: string
  isMine: boolean
}

/** Stays at its end while new messages come, and in its place while older ones are loaded. */
export function useLogScroll({ first, last, isMine }: Ends) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef({ first: '', last: '', height: 0, atEnd: true })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const was = before.current
    const isMyNew = was.last !== last && isMine
    if (was.atEnd || isMyNew) element.scrollTop = element.scrollHeight
    else if (was.first !== first && was.first !== '')
      element.scrollTop += element.scrollHeight - was.height
    before.current = { ...was, first, last, height: element.scrollHeight }
  }, [first, last, isMine])
  useEffect(() => {
    const element = box.current
    if (!element) return
    // A chosen file or a banner makes the box smaller, a picture that has loaded the list longer.
    const observer = new ResizeObserver(() => {
      if (before.current.atEnd) element.scrollTop = element.scrollHeight
      before.current.height = element.scrollHeight
    })
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [])
  /** Brings an entry into the middle, also for the keyboard and for who listens to the page. */
  const show = useCallback((id: string) => {
    const element = box.current
    const entry = document.getElementById(id)
    if (!element || !entry || !element.contains(entry)) return
    const { top, height } = entry.getBoundingClientRect()
    const room = Math.max(0, element.clientHeight - height)
    element.scrollTop += top - element.getBoundingClientRect().top - room / 2
    before.current.atEnd = false
    // Who has begun to write stays where they are.
    const writing = document.activeElement
    if (!(writing instanceof HTMLTextAreaElement && writing.value !== ''))
      entry.focus({ preventScroll: true })
  }, [])
  return {
    box,
    show,
    onScroll() {
      const element = box.current
      if (!element) return
      before.current.height = element.scrollHeight
      before.current.atEnd =
        element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX
    },
  }
}
