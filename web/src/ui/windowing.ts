// Which rows of a long list are in the page. Pure, so that it can be tested without one.

/** From the first to before the last. */
export type Span = { from: number; to: number }
/** Rows that are in the page, or the height of those that are not. */
export type Part = Span | { height: number }

/** Rows come and go in groups, so that a short way changes nothing. */
const GROUP = 8

/** The rows between two distances from the start of the list. */
export function rowsBetween(
  count: number,
  heightOf: (row: number) => number,
  start: number,
  end: number,
): Span {
  let top = 0
  let from = 0
  while (from < count - 1 && top + heightOf(from) <= start) top += heightOf(from++)
  let to = from
  while (to < count && (top < end || to === from)) top += heightOf(to++)
  return inGroups(count, { from, to })
}

/** The same around a row that is in sight: what it is in the page counts, not what was guessed. */
export function rowsAround(
  count: number,
  heightOf: (row: number) => number,
  seen: { row: number; top: number },
  start: number,
  end: number,
): Span {
  let from = seen.row
  for (let top = seen.top; from > 0 && top > start;) top -= heightOf(--from)
  let to = seen.row
  for (let { top } = seen; to < count && top < end;) top += heightOf(to++)
  return inGroups(count, { from, to })
}

const inGroups = (count: number, { from, to }: Span): Span => ({
  from: Math.floor(from / GROUP) * GROUP,
  to: Math.min(count, Math.ceil(to / GROUP) * GROUP),
})

/** The span and one more row (the one with the focus), with the heights of what is left out. */
export function partsOf(
  count: number,
  heightOf: (row: number) => number,
  { from, to }: Span,
  kept: number | null,
): Part[] {
  const shown: Span[] = []
  if (from < count) shown.push({ from: Math.max(0, from), to: Math.min(count, to) })
  if (kept !== null && kept < from) shown.unshift({ from: kept, to: kept + 1 })
  if (kept !== null && kept >= to && kept < count) shown.push({ from: kept, to: kept + 1 })
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

/** Heights of rows by their keys. A row that was never in the page is as high as the others are. */
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

  /** In another width text breaks elsewhere. */
  setWidth(width: number) {
    if (width === this.#width) return
    this.#width = width
    this.#of.clear()
    this.#sum = 0
  }
}
const GUESSED_PX = 72
