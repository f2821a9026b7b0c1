import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import {
  anchorOf,
  entriesOf,
  indexOf,
  isInSight,
  placeOf,
  scrollerOf,
  scrollToMiddle,
  type Anchor,
} from './list-geometry.ts'
import { heldFromEnd, isNearEnd, distanceToEnd, type Scroll } from './windowing.ts'

/** Entry to scroll to. A new object each time, so that one entry can be shown twice. */
export type ScrollTarget = { id: string }

/** A list that is read from its end, and grows at its start while older entries are loaded. */
export interface Log {
  /** The reader wrote the last entry. */
  isMine: boolean
  scrollTarget: ScrollTarget | null
  /** False while only the newest entries are rendered, enough to fill the window. */
  isWhole: boolean
  /** Greatest height of its box, in pixels. */
  highest: number
  /** True while the newest entries are not loaded, so that the log has no end to follow. */
  isPart: boolean
  onMove: (atEnd: boolean) => void
}

const scrollOf = ({ scrollTop, scrollHeight, clientHeight }: Scroll): Scroll => ({
  scrollTop,
  scrollHeight,
  clientHeight,
})

/** Returns how far an entry has moved, and remembers its new position. */
function movedBy(anchor: Anchor, scroller: Element): number {
  const moved = placeOf(anchor.element, scroller) - anchor.place
  anchor.place += moved
  return moved
}

/** True if the anchor has left the page, because the reader jumped to other entries. */
const isGone = (anchor: Anchor | null) => anchor?.element.isConnected === false

const entryAt = (list: Element | null, index: number) =>
  list && entriesOf(list).find((each) => indexOf(each) === index)

/** Focuses an entry, unless the reader has begun to write a message. */
function focusOn(entry: Element) {
  const writing = document.activeElement
  if (writing instanceof HTMLTextAreaElement && writing.value !== '') return
  entry.querySelector<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
}

interface List {
  keys: readonly string[]
  isWatched: boolean
  log: Log | undefined
}

interface ScrollAnchor {
  /** Restores the reader's position after a change of heights. */
  restore: () => void
  /** Remembers the reader's position. */
  remember: () => void
}

function scrollToEnd(list: Element) {
  const scroller = scrollerOf(list)
  scroller.scrollTop = scroller.scrollHeight
}

function keepInPlace(anchor: Anchor, scroller: Element, isLog: boolean) {
  const moved = movedBy(anchor, scroller)
  // At the start of a list the reader sees entries that are added there. In a log those are older ones.
  if (moved !== 0 && (isLog || scroller.scrollTop > 0)) scroller.scrollTop += moved
}

/**
 * Keeps the visible entries in place when something before them changes its height. In a log it keeps
 * the end in place while the reader is near it.
 */
export function useScrollAnchor(
  list: RefObject<Element | null>,
  { keys, isWatched, log }: List,
): ScrollAnchor {
  const anchor = useRef<Anchor | null>(null)
  const fromEnd = useRef<Scroll | null>(null)
  const isNew = useRef(true)

  function restore() {
    if (!isWatched || !list.current) return
    const scroller = scrollerOf(list.current)
    if (fromEnd.current) {
      const to = heldFromEnd(fromEnd.current, scroller)
      if (to === null) return
      scroller.scrollTop = to
      fromEnd.current = scrollOf(scroller)
    } else if (anchor.current?.element.isConnected) {
      keepInPlace(anchor.current, scroller, log !== undefined)
    }
  }
  function remember() {
    if (!list.current) return
    const scroller = scrollerOf(list.current)
    const found = anchorOf(list.current, scroller)
    anchor.current = found
    if (!log) return
    const isNear = !log.isPart && isNearEnd(scroller)
    const isInLowerHalf = !log.isPart && distanceToEnd(scroller) < scroller.scrollTop
    // After a jump no entry is visible yet: the nearer end of the log is kept in place.
    const isJump = !found || !isInSight(found.element, list.current)
    if (isJump) anchor.current = null
    fromEnd.current = isNear || (isJump && isInLowerHalf) ? scrollOf(scroller) : null
    log.onMove(isNear && Boolean(entryAt(list.current, keys.length - 1)))
  }

  const follow = useEffectEvent(() => {
    if (!log || !list.current) return
    const isElsewhere = isNew.current || isGone(anchor.current)
    isNew.current = false
    if (isElsewhere || log.isMine || (fromEnd.current && isNearEnd(fromEnd.current)))
      scrollToEnd(list.current)
    remember()
  })
  const show = useEffectEvent(({ id }: ScrollTarget) => {
    const entry = entryAt(list.current, keys.indexOf(id))
    if (!entry) return
    const scroller = scrollerOf(entry)
    scrollToMiddle(entry, scroller)
    remember()
    anchor.current = { element: entry, place: placeOf(entry, scroller) }
    focusOn(entry)
  })
  useLayoutEffect(restore)
  const last = keys.at(-1)
  useLayoutEffect(() => {
    if (last !== undefined) follow()
  }, [last])
  const scrollTarget = log?.scrollTarget
  useLayoutEffect(() => {
    if (scrollTarget) show(scrollTarget)
  }, [scrollTarget])
  return { restore, remember }
}
