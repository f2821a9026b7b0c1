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
import { heldFromEnd, restOf, type Scroll } from './windowing.ts'

/** So near the end of a log the reader follows it. */
const NEAR_END_PX = 120

/** A new object each time the reader is led to an entry, so that the same one can be shown again. */
export type Sought = { id: string }

/** A list that is read from its end, and grows at its start while older entries are loaded. */
export interface Log {
  /** The reader wrote the last entry. */
  isMine: boolean
  sought: Sought | null
  /** False while only the newest entries are drawn, so many as can be in sight. */
  isWhole: boolean
  /** Its box is no higher, in pixels. */
  highest: number
  /** It does not end with its newest entry: there is no end to follow yet. */
  isPart: boolean
  onMove: (atEnd: boolean) => void
}

const scrollOf = ({ scrollTop, scrollHeight, clientHeight }: Scroll): Scroll => ({
  scrollTop,
  scrollHeight,
  clientHeight,
})

/** How far an entry was moved; from now on it is where it is. */
function movedBy(anchor: Anchor, scroller: Element): number {
  const moved = placeOf(anchor.element, scroller) - anchor.place
  anchor.place += moved
  return moved
}

/** What the reader saw is not there any more: they were led to other entries. */
const isGone = (anchor: Anchor | null) => anchor?.element.isConnected === false

const entryAt = (list: Element | null, index: number) =>
  list && entriesOf(list).find((each) => indexOf(each) === index)

/** Who has begun to write stays where they are. */
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

interface Place {
  /** Goes back to where the reader is, after something got another height. */
  hold: () => void
  /** Remembers where the reader is. */
  choose: () => void
}

/**
 * What the reader looks at stays in its place when something before it changes its height. In a log
 * that is the end, while they are near it.
 */
export function usePlace(list: RefObject<Element | null>, { keys, isWatched, log }: List): Place {
  const anchor = useRef<Anchor | null>(null)
  const fromEnd = useRef<Scroll | null>(null)
  const isNew = useRef(true)
  const isLog = log !== undefined

  function hold() {
    if (!isWatched || !list.current) return
    const scroller = scrollerOf(list.current)
    if (fromEnd.current) {
      const to = heldFromEnd(fromEnd.current, scroller)
      if (to === null) return
      scroller.scrollTop = to
      fromEnd.current = scrollOf(scroller)
    } else if (anchor.current?.element.isConnected) {
      const moved = movedBy(anchor.current, scroller)
      // Who stands at the start of a list sees what is added there; in a log that is what is older.
      if (moved !== 0 && (isLog || scroller.scrollTop > 0)) scroller.scrollTop += moved
    }
  }
  function choose() {
    if (!list.current) return
    const scroller = scrollerOf(list.current)
    const found = anchorOf(list.current, scroller)
    anchor.current = found
    if (!log) return
    const rest = log.isPart ? Infinity : restOf(scroller)
    const isNear = rest < NEAR_END_PX
    // After a jump no entry is in sight yet: the nearer end of the log is held.
    const isJump = !found || !isInSight(found.element, list.current)
    if (isJump) anchor.current = null
    fromEnd.current = isNear || (isJump && rest < scroller.scrollTop) ? scrollOf(scroller) : null
    log.onMove(isNear && Boolean(entryAt(list.current, keys.length - 1)))
  }

  const follow = useEffectEvent(() => {
    if (!log || !list.current) return
    const scroller = scrollerOf(list.current)
    const isElsewhere = isNew.current || isGone(anchor.current)
    isNew.current = false
    const isNear = fromEnd.current && restOf(fromEnd.current) < NEAR_END_PX
    if (isElsewhere || isNear || log.isMine) scroller.scrollTop = scroller.scrollHeight
    choose()
  })
  const show = useEffectEvent(({ id }: Sought) => {
    const entry = entryAt(list.current, keys.indexOf(id))
    if (!entry) return
    const scroller = scrollerOf(entry)
    scrollToMiddle(entry, scroller)
    choose()
    anchor.current = { element: entry, place: placeOf(entry, scroller) }
    focusOn(entry)
  })
  useLayoutEffect(hold)
  const last = keys.at(-1)
  useLayoutEffect(() => {
    if (last !== undefined) follow()
  }, [last])
  const sought = log?.sought
  useLayoutEffect(() => {
    if (sought) show(sought)
  }, [sought])
  return { hold, choose }
}
