// Positions of list entries in the page. The number of an entry is in `data-index`.
import { rowsAround, rowsBetween, type RowRange } from './windowing.ts'

const page = () => document.documentElement

export function scrollerOf(element: Element): Element {
  for (let each = element.parentElement; each; each = each.parentElement)
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each
  return page()
}

export const indexOf = (entry: Element) => Number((entry as HTMLElement).dataset['index'])
export const entriesOf = (list: Element) => [...list.querySelectorAll(':scope > [data-index]')]

/** Number of columns and row gap of a list; a list of cards is a grid with several columns. */
export function layoutOf(list: Element): { columns: number; gap: number } {
  const { display, gridTemplateColumns, rowGap } = getComputedStyle(list)
  const columns = display === 'grid' ? gridTemplateColumns.split(' ').length : 1
  return { columns, gap: Number.parseFloat(rowGap) || 0 }
}

/** Top and bottom of the window's part in which the entries are visible. */
function frameOf(list: Element): { top: number; bottom: number } {
  const scroller = scrollerOf(list)
  const isWindow = scroller === page() || scroller.scrollHeight <= scroller.clientHeight
  return isWindow ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect()
}

const isWithin = (element: Element, { top, bottom }: { top: number; bottom: number }) => {
  const rect = element.getBoundingClientRect()
  return rect.bottom > top && rect.top < bottom
}

/** Rows in the visible part of the list, and in one window height above and below it. */
export function rowsInSight(
  list: Element,
  columns: number,
  count: number,
  heightOf: (row: number) => number,
): RowRange {
  const frame = frameOf(list)
  const height = frame.bottom - frame.top
  const [start, end] = [frame.top - height, frame.bottom + height]
  const seen = entriesOf(list).find((each) => isWithin(each, frame))
  const { top } = (seen ?? list).getBoundingClientRect()
  return seen
    ? rowsAround(count, heightOf, { row: Math.floor(indexOf(seen) / columns), top }, start, end)
    : rowsBetween(count, heightOf, start - top, end - top)
}

export function rowWithFocus(list: Element, columns: number): number | null {
  const entry = document.activeElement?.closest('[data-index]')
  return entry?.parentElement === list ? Math.floor(indexOf(entry) / columns) : null
}

/** An entry with the position of its bottom edge within the scrolled content. */
export type Anchor = { element: Element; place: number }

const topOf = (scroller: Element) =>
  scroller === page() ? 0 : scroller.getBoundingClientRect().top

export const placeOf = (element: Element, scroller: Element) =>
  element.getBoundingClientRect().bottom - topOf(scroller) + scroller.scrollTop

/** The first entry that is at least partly visible. */
export function anchorOf(list: Element, scroller: Element): Anchor | null {
  const start = topOf(scroller)
  const element = entriesOf(list).find((each) => each.getBoundingClientRect().bottom > start)
  return element ? { element, place: placeOf(element, scroller) } : null
}

export const isInSight = (element: Element, list: Element) => isWithin(element, frameOf(list))

/** Scrolls an entry to the middle of its scrolling box. */
export function scrollToMiddle(element: Element, scroller: Element) {
  const { top, height } = element.getBoundingClientRect()
  const above = Math.max(0, scroller.clientHeight - height) / 2
  scroller.scrollTop += top - topOf(scroller) - above
}
