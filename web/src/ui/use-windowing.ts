import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import {
  entriesOf,
  indexOf,
  isInSight,
  layoutOf,
  rowsInSight,
  rowWithFocus,
  scrollerOf,
} from './list-geometry.ts'
import { useScrollAnchor, type Log } from './use-scroll-anchor.ts'
import { Heights, partsOf, rowsBefore, type Part, type RowRange } from './windowing.ts'

/** The most entries that are all rendered, so that the browser's own search finds them. */
const WHOLE = 100

/** Smallest possible height of an entry. */
const LOWEST_PX = 44

/** The newest entries, enough to fill the window: the first render of a log. */
const newestOf = (keys: readonly string[], highest: number): RowRange => ({
  from: Math.max(0, keys.length - Math.ceil(Math.min(innerHeight, highest) / LOWEST_PX)),
  to: keys.length,
})

/** Measured heights by the name of a list, so that a return to the page restores the scroll position. */
const measured = new Map<string, Heights>()

function heightsOf(name: string): Heights {
  const known = measured.get(name) ?? new Heights()
  measured.set(name, known)
  return known
}

/**
 * Result of a measurement: the rows to render, the key of the first of them, the columns and the gap of the list, and
 * the row that is kept because it has the focus.
 */
type Measurement = RowRange & { first: string; columns: number; gap: number; kept: number | null }

const isSame = (a: Measurement, b: Measurement) =>
  (Object.keys(a) as (keyof Measurement)[]).every((name) => a[name] === b[name])

/** True while the page is printed: then all entries are rendered. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}

interface List {
  name: string
  keys: readonly string[]
  log: Log | undefined
}

interface Windowed {
  /** Rendered entries, and the heights of the gaps between them. */
  parts: Part[]
  isLong: boolean
}

const beforeMeasuring = (keys: readonly string[], isLog: boolean): Measurement => {
  const from = isLog ? Math.max(0, keys.length - WHOLE) : 0
  return { from, to: from + WHOLE, first: keys[from] ?? '', columns: 1, gap: 0, kept: null }
}

const heightsIn = (keys: readonly string[], heights: Heights, columns: number) => (row: number) =>
  heights.get(keys[row * columns] ?? '')

/** The entries to render and the gaps between them, from the rows of the last measurement. */
function partsIn(
  keys: readonly string[],
  heights: Heights,
  last: Measurement,
  targetKey = '',
): Part[] {
  const { columns, gap, kept } = last
  const count = Math.ceil(keys.length / columns)
  // Number of rows that were added before the first rendered row since the measurement.
  const moved = rowsBefore(keys, last)
  const target = Math.floor(keys.indexOf(targetKey) / columns)
  const besides = kept === null ? [target] : [kept + moved, target]
  const span = { from: last.from + moved, to: last.to + moved }
  return partsOf(count, heightsIn(keys, heights, columns), span, besides).map((part) =>
    'height' in part
      ? { height: part.height - gap }
      : { from: part.from * columns, to: Math.min(keys.length, part.to * columns) },
  )
}

interface Handlers {
  /** Called when entries may have moved. */
  restore: () => void
  /** Called when other entries may have become visible. */
  measure: () => void
}

function useChanges(
  list: RefObject<Element | null>,
  isWatched: boolean,
  { restore, measure }: Handlers,
) {
  const onResize = useEffectEvent(restore)
  // Runs synchronously, because the next press of Tab needs the next row.
  const onScroll = useEffectEvent(() => flushSync(measure))
  useEffect(() => {
    const element = list.current
    if (!isWatched || !element) return
    const observer = new ResizeObserver(() => {
      onResize()
      requestAnimationFrame(() => onScroll())
    })
    observer.observe(element)
    observer.observe(scrollerOf(element))
    const listener = () => onScroll()
    addEventListener('scroll', listener, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', listener, { capture: true })
    }
  }, [isWatched, list])
}

/**
 * Renders a part of a long list: the visible entries, as many above and below them, the entry with the
 * focus and the scroll target. Gaps of the same height replace all other entries.
 */
export function useWindowing(list: RefObject<Element | null>, { name, keys, log }: List): Windowed {
  const heights = heightsOf(name)
  const isLong = keys.length > WHOLE
  // A short log also has to keep its scroll position while older entries are loaded.
  const isWatched = isLong || log !== undefined
  const isPrinting = usePrinting()
  const anchor = useScrollAnchor(list, { keys, isWatched, log })
  const [last, setLast] = useState<Measurement>(() => beforeMeasuring(keys, log !== undefined))

  function measure() {
    const element = list.current
    if (!element) return
    anchor.restore()
    if (!isLong) return anchor.remember()
    const { columns, gap } = layoutOf(element)
    heights.setWidth(element.clientWidth)
    for (const entry of entriesOf(element)) {
      const key = indexOf(entry) % columns === 0 && keys[indexOf(entry)]
      if (key) heights.set(key, entry.getBoundingClientRect().height + gap)
    }
    anchor.remember()
    const count = Math.ceil(keys.length / columns)
    const span = rowsInSight(element, columns, count, heightsIn(keys, heights, columns))
    const first = keys[span.from * columns] ?? ''
    const next = { ...span, first, columns, gap, kept: rowWithFocus(element, columns) }
    // If only a gap is visible, its height was an old estimate, so the rows are computed again.
    const isGapInSight = !entriesOf(element).some((entry) => isInSight(entry, element))
    setLast((now) => (isSame(now, next) && !isGapInSight ? now : next))
  }
  const measureAgain = useEffectEvent(measure)
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- how many rows fit is known once they are laid out
    if (keys.length > WHOLE) measureAgain()
  }, [keys])
  useChanges(list, isWatched, { restore: anchor.restore, measure })

  const targetKey = log?.scrollTarget?.id
  // Memoized: if gaps changed their heights during a jump to an entry, the jump would end at the wrong place.
  const parts = useMemo(
    () => (isLong ? partsIn(keys, heights, last, targetKey) : []),
    [isLong, keys, heights, last, targetKey],
  )
  if (log && !log.isWhole) return { parts: [newestOf(keys, log.highest)], isLong }
  const isWhole = !isLong || isPrinting
  return { parts: isWhole ? [{ from: 0, to: keys.length }] : parts, isLong }
}
