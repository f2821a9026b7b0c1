// Computes which rows of a long list are rendered. The functions are pure, so they can be tested without a page.

/** Range of rows; `from` is included, `to` is not. */
export type RowRange = { from: number; to: number }
/** A range of rendered rows, or the height of a gap for rows that are left out. */
export type Part = RowRange | { height: number }

/** Rows are rendered in groups of this size, so that a short scroll does not render anything. */
const GROUP = 8

/** The rows between two distances from the start of the list. */
export function rowsBetween(
  count: number,
  heightOf: (row: number) => number,
  start: number,
  end: number,
): RowRange {
  let top = 0
  let from = 0
  while (from < count - 1 && top + heightOf(from) <= start) top += heightOf(from++)
  let to = from
  while (to < count && (top < end || to === from)) top += heightOf(to++)
  return inGroups(count, { from, to })
}

/** The rows between two distances, counted from the measured position of a visible row instead of estimated heights. */
export function rowsAround(
  count: number,
  heightOf: (row: number) => number,
  seen: { row: number; top: number },
  start: number,
  end: number,
): RowRange {
  let from = seen.row
  for (let top = seen.top; from > 0 && top > start;) top -= heightOf(--from)
  let to = seen.row
  for (let { top } = seen; to < count && top < end;) top += heightOf(to++)
  return inGroups(count, { from, to })
}

const inGroups = (count: number, { from, to }: RowRange): RowRange => ({
  from: Math.floor(from / GROUP) * GROUP,
  to: Math.min(count, Math.ceil(to / GROUP) * GROUP),
})

/** Splits a list into rendered rows, which are the span and single rows such as the focused one, and gaps. */
export function partsOf(
  count: number,
  heightOf: (row: number) => number,
  { from, to }: RowRange,
  besides: readonly number[],
): Part[] {
  const isOutside = (row: number) => row >= 0 && row < count && (row < from || row >= to)
  const shown: RowRange[] = [...new Set(besides)]
    .filter((row) => isOutside(row))
    .map((row) => ({ from: row, to: row + 1 }))
  if (from < count) shown.push({ from: Math.max(0, from), to: Math.min(count, to) })
  shown.sort((a, b) => a.from - b.from)
  const parts: Part[] = []
  let row = 0
  const leaveOut = (until: number) => {
    let height = 0
    while (row < until) height += heightOf(row++)
    if (height > 0) parts.push({ height })
  }
  for (const span of shown) {
    leaveOut(span.from)
    parts.push(span)
    row = span.to
  }
  leaveOut(count)
  return parts
}

/** The scroll state of a box, with the property names of the DOM. */
export type Scroll = { scrollTop: number; scrollHeight: number; clientHeight: number }

const greatestScrollTop = ({ scrollHeight, clientHeight }: Scroll) =>
  Math.max(0, scrollHeight - clientHeight)

/** Distance from the end. */
export const distanceToEnd = (scroll: Scroll) =>
  Math.max(0, greatestScrollTop(scroll) - scroll.scrollTop)

/** A log follows new entries while the reader is at most this far from its end. */
const NEAR_END_PX = 120

export const isNearEnd = (scroll: Scroll) => distanceToEnd(scroll) < NEAR_END_PX

/**
 * Scroll position that keeps a box's distance from its end after the height of the box or of its content has
 * changed. Null if neither has changed, or if the reader has scrolled up meanwhile.
 */
export function heldFromEnd(before: Scroll, now: Scroll): number | null {
  const most = greatestScrollTop(now)
  if (most === greatestScrollTop(before)) return null
  // The browser itself scrolls back only as far as needed. If a box grew and then shrank before this was called,
  // it is a little above its end, although the reader was at the end.
  const wasAtEnd = distanceToEnd(before) <= 1 && now.clientHeight !== before.clientHeight
  const isHeld = now.scrollTop >= Math.min(before.scrollTop, most) - 1
  return isHeld || (wasAtEnd && isNearEnd(now)) ? most - distanceToEnd(before) : null
}

/** Number of rows that were added before the first rendered row. */
export function rowsBefore(
  keys: readonly string[],
  seen: { from: number; columns: number; first: string },
): number {
  const was = seen.from * seen.columns
  if (keys[was] === seen.first) return 0
  const is = keys.indexOf(seen.first)
  return is < 0 ? 0 : Math.floor((is - was) / seen.columns)
}

/** Heights of rows by key. A row that was never rendered has the mean height. */
export class Heights {
  readonly #of = new Map<string, number>()
  #sum = 0
  #width = 0

  get(key: string): number {
    return this.#of.get(key) ?? (this.#of.size > 0 ? this.#sum / this.#of.size : GUESSED_PX)
  }

  set(key: string, height: number) {
    this.#sum += height - (this.#of.get(key) ?? 0)
    this.#of.set(key, height)
  }

  /** Forgets the heights when the width changes, because text wraps differently. */
  setWidth(width: number) {
    if (width === this.#width) return
    this.#width = width
    this.#of.clear()
    this.#sum = 0
  }
}
const GUESSED_PX = 72
