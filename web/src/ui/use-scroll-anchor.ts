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

/** The entry to scroll to. A new object for each request, so that the same entry can be requested twice. */
export type ScrollTarget = { id: string }

/** A list that is read from its end, and grows at its start while older entries are loaded. */
export interface Log {
  /** True if the reader wrote the last entry. */
  isMine: boolean
  scrollTarget: ScrollTarget | null
  /** False while only the newest entries are rendered, as many as fill the window. */
  isWhole: boolean
  /** Largest height of the box, in pixels. */
  highest: number
  /** True if the newest entries are not loaded, so that there is no end to follow. */
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

/** True if the anchor is no longer rendered, because the reader has jumped elsewhere. */
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
  // At the top of a list, added entries have to become visible, so it does not scroll. In a log, entries at the top are older ones.
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
    // After a jump no rendered entry is visible yet, so the nearer end of the log is kept in place.
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
