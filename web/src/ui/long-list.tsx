import { useMemo, useRef, type ReactNode } from 'react'
import type { Log } from './use-scroll-anchor.ts'
import { useWindowing } from './use-windowing.ts'
import styles from './long-list.module.css'

export interface ListProps<Item> {
  /** A stable name, under which the measured heights are stored, so that the scroll position can be restored. */
  name: string
  /** Entries in pages as they were loaded. */
  pages: readonly (readonly Item[])[]
  keyOf: (item: Item) => string
  /** True if there are further pages, so that the total is unknown. */
  hasMore?: boolean
  className?: string | undefined
  itemClass?: string | undefined
  /** Renders an entry; the previous entry is the second argument. */
  children: (item: Item, before: Item | undefined) => ReactNode
}

export const idOf = ({ id }: { id: string }) => id

/**
 * A list of any length, of rows or of cards in a grid. Up to a hundred entries are all rendered. Of
 * longer lists, only entries near the visible area are in the page, so the browser's search and selection find
 * no others. All entries are printed, and a screen reader reads the number of each.
 */
export function LongList<Item>(props: ListProps<Item> & { log?: Log }) {
  const { name, pages, keyOf, hasMore = false, className, itemClass, log } = props
  const list = useRef<HTMLUListElement>(null)
  const items = useMemo(() => pages.flat(), [pages])
  const keys = useMemo(() => items.map((item) => keyOf(item)), [items, keyOf])
  const { parts, isLong } = useWindowing(list, { name, keys, log })
  const entry = (item: Item, index: number) => (
    <li
      key={keys[index]}
      className={itemClass}
      data-index={index}
      {...(isLong && { 'aria-posinset': index + 1, 'aria-setsize': hasMore ? -1 : items.length })}
    >
      {props.children(item, items[index - 1])}
    </li>
  )
  const gap = (height: number, number: number) => (
    <li key={`gap ${number}`} aria-hidden className={styles.gap} style={{ blockSize: height }} />
  )
  return (
    <ul ref={list} className={`${className ?? ''} ${isLong || log ? styles.long : ''}`}>
      {parts.flatMap((part, number) =>
        'height' in part
          ? [gap(part.height, number)]
          : items.slice(part.from, part.to).map((item, at) => entry(item, part.from + at)),
      )}
    </ul>
  )
}
