// Where the entries of a list stand in the page. An entry carries its number in `data-index`.
import { rowsAround, rowsBetween, type Span } from './windowing.ts'

const page = () => document.documentElement

export function scrollerOf(element: Element): Element {
  for (let each = element.parentElement; each; each = each.parentElement)
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each
  return page()
}

export const indexOf = (entry: Element) => Number((entry as HTMLElement).dataset['index'])
export const entriesOf = (list: Element) => [...list.querySelectorAll(':scope > [data-index]')]

/** Cards stand side by side; a row is as high as each of its cards. */
export function layoutOf(list: Element): { columns: number; gap: number } {
  const { display, gridTemplateColumns, rowGap } = getComputedStyle(list)
  const columns = display === 'grid' ? gridTemplateColumns.split(' ').length : 1
  return { columns, gap: Number.parseFloat(rowGap) || 0 }
}

/** What is in sight, and a window's height before and after it. */
export function rowsInSight(
  list: Element,
  columns: number,
  count: number,
  heightOf: (row: number) => number,
): Span {
  const [start, end] = [-innerHeight, 2 * innerHeight]
  const seen = entriesOf(list).find((each) => {
    const { top, bottom } = each.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
  const { top } = (seen ?? list).getBoundingClientRect()
  return seen
    ? rowsAround(count, heightOf, { row: Math.floor(indexOf(seen) / columns), top }, start, end)
    : rowsBetween(count, heightOf, start - top, end - top)
}

export function rowWithFocus(list: Element, columns: number): number | null {
  const entry = document.activeElement?.closest('[data-index]')
  return entry?.parentElement === list ? Math.floor(indexOf(entry) / columns) : null
}

/** An entry and where it ends, however far its list is scrolled. */
export type Anchor = { element: Element; place: number }

export const placeOf = (element: Element, scroller: Element) =>
  element.getBoundingClientRect().bottom + scroller.scrollTop

/** The first entry in sight. */
export function anchorOf(list: Element, scroller: Element): Anchor | null {
  const start = scroller === page() ? 0 : scroller.getBoundingClientRect().top
  const element = entriesOf(list).find((each) => each.getBoundingClientRect().bottom > start)
  return element ? { element, place: placeOf(element, scroller) } : null
}
