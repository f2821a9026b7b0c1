import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import {
  anchorOf,
  entriesOf,
  indexOf,
  layoutOf,
  placeOf,
  rowsInSight,
  rowWithFocus,
  scrollerOf,
  type Anchor,
} from './list-geometry.ts'
import { Heights, partsOf, type Part, type Span } from './windowing.ts'

/** Up to so many entries all are in the page, where the browser's own search finds them. */
const WHOLE = 100

/** By the name of a list: whoever comes back to its page finds the place where they were. */
const measured = new Map<string, Heights>()

function heightsOf(name: string): Heights {
  const known = measured.get(name) ?? new Heights()
  measured.set(name, known)
  return known
}

/** The rows in the page, and how they stand. */
type Look = Span & { columns: number; gap: number; kept: number | null }

const isSame = (a: Look, b: Look) =>
  (Object.keys(a) as (keyof Look)[]).every((name) => a[name] === b[name])

/** Everything is printed, not only what is on the screen. */
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

/** What the reader looks at stays in its place when something before it changes its height. */
function useAnchor(list: RefObject<Element | null>, isWanted: boolean) {
  const anchor = useRef<Anchor | null>(null)
  const hold = () => {
    const now = anchor.current
    if (!isWanted || !list.current || !now?.element.isConnected) return
    const scroller = scrollerOf(list.current)
    const moved = placeOf(now.element, scroller) - now.place
    now.place += moved
    // Who stands at the start of a list sees what is added there.
    if (moved !== 0 && scroller.scrollTop > 0) scroller.scrollTop += moved
  }
  useLayoutEffect(hold)
  return {
    hold,
    choose() {
      if (list.current) anchor.current = anchorOf(list.current, scrollerOf(list.current))
    },
  }
}

interface List {
  name: string
  keys: readonly string[]
}

interface Windowed {
  /** Entries that are in the page, and the heights of the gaps between them. */
  parts: Part[]
  isLong: boolean
}

/**
 * Keeps a long list quick: in the page are the entries in sight, a window's height around them and
 * the one with the focus; everything else is a gap of the same height.
 */
export function useWindowing(list: RefObject<Element | null>, { name, keys }: List): Windowed {
  const heights = heightsOf(name)
  const isLong = keys.length > WHOLE
  const isPrinting = usePrinting()
  const anchor = useAnchor(list, isLong)
  const [look, setLook] = useState<Look>(() => {
    return { from: 0, to: WHOLE, columns: 1, gap: 0, kept: null }
  })
  const heightOf = (columns: number) => (row: number) => heights.get(keys[row * columns] ?? '')

  const lookAgain = useEffectEvent(() => {
    const element = list.current
    if (!element) return
    anchor.hold()
    const { columns, gap } = layoutOf(element)
    heights.setWidth(element.clientWidth)
    for (const entry of entriesOf(element)) {
      const key = indexOf(entry) % columns === 0 && keys[indexOf(entry)]
      if (key) heights.set(key, entry.getBoundingClientRect().height + gap)
    }
    anchor.choose()
    const count = Math.ceil(keys.length / columns)
    const span = rowsInSight(element, columns, count, heightOf(columns))
    const next = { ...span, columns, gap, kept: rowWithFocus(element, columns) }
    setLook((now) => (isSame(now, next) ? now : next))
  })

  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- how many rows fit is known once they are laid out
    if (keys.length > WHOLE) lookAgain()
  }, [keys])
  useEffect(() => {
    const element = list.current
    if (!isLong || !element) return
    // At once: the next press of Tab looks for the next row.
    const onChange = () => flushSync(() => lookAgain())
    const observer = new ResizeObserver(() => requestAnimationFrame(onChange))
    observer.observe(element)
    addEventListener('scroll', onChange, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', onChange, { capture: true })
    }
  }, [isLong, list])

  if (!isLong || isPrinting) return { parts: [{ from: 0, to: keys.length }], isLong }
  const { columns, gap, kept } = look
  const count = Math.ceil(keys.length / columns)
  const parts = partsOf(count, heightOf(columns), look, kept)
  return {
    isLong,
    parts: parts.map((part) =>
      'height' in part
        ? { height: part.height - gap }
        : { from: part.from * columns, to: Math.min(keys.length, part.to * columns) },
    ),
  }
}
