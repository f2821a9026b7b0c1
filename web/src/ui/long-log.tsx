import { Box, Button } from '@mantine/core'
import { ArrowDown } from 'lucide-react'
import {
  useDeferredValue,
  useMemo,
  useRef,
  useState,
  type ComponentPropsWithRef,
  type KeyboardEvent,
} from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { isFirstScreen } from '@/lib/first-screen.ts'
import { LoadMore } from './load-more.tsx'
import { LongList, type ListProps } from './long-list.tsx'
import type { ScrollTarget } from './use-scroll-anchor.ts'
import styles from './long-log.module.css'

type Pages = Parameters<typeof LoadMore>[0]['query']
/** Pages of newer entries after those shown; `leave` returns to the newest entries. */
export type NewerEntries = Pages & { leave: () => void }

interface Props<Item> extends Omit<ListProps<Item>, 'pages' | 'hasMore'> {
  label: string
  /** The entries, oldest first. */
  items: readonly Item[]
  /** Pages of older entries; missing while the server has no entries. */
  older?: Pages | undefined
  /** Pages of newer entries; missing if the last entry shown is the newest one. */
  newer?: NewerEntries | null
  /** True if the reader wrote the last entry. */
  isMine: boolean
  /** The entry that the reader opened by a link: it is brought into view and focused. */
  scrollTarget?: ScrollTarget | null
  boxClass?: string | undefined
  /** Largest height of the box with that class, in pixels. */
  highest?: number
}

/**
 * The box of a log. Entries that exist from the start, or appear because the reader scrolls back, are not announced.
 * The state is in this component, so that the entries do not render again when it changes.
 */
function LogBox({ isNews, ...box }: { isNews: boolean } & ComponentPropsWithRef<'div'>) {
  const isLive = useDeferredValue(isNews, false)
  return <Box role="log" aria-live={isNews && isLive ? 'polite' : 'off'} tabIndex={0} {...box} />
}

function ToEnd({ isNews, onClick }: { isNews: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.end} aria-live="polite">
      <Button
        size="xs"
        radius="xl"
        leftSection={<ArrowDown size={15} aria-hidden />}
        onClick={onClick}
      >
        {t(isNews ? 'new_at_end' : 'to_end')}
      </Button>
    </div>
  )
}

/**
 * A list of any length that is read from its end. It opens at the end and follows new entries. If
 * the reader has scrolled up, their position is kept while entries are added. On the
 * first screen of a visit, the newest entries are rendered first.
 */
export function LongLog<Item>(props: Props<Item>) {
  const {
    label,
    items,
    older,
    newer = null,
    isMine,
    scrollTarget = null,
    boxClass,
    ...rest
  } = props
  const { highest = Infinity, ...list } = rest
  const box = useRef<HTMLDivElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const isWhole = useDeferredValue(true, scrollTarget !== null || !isFirstScreen())
  const pages = useMemo(() => [items], [items])
  const newest = items.at(-1)
  const last = newest === undefined ? '' : list.keyOf(newest)
  const [seen, setSeen] = useState(last)
  if (isAtEnd && seen !== last) setSeen(last)
  const jump = (top: number) => box.current?.scrollTo({ top, behavior: 'instant' })
  const toEnd = () => {
    if (newer) newer.leave()
    else jump(box.current?.scrollHeight ?? 0)
    box.current?.focus({ preventScroll: true })
  }
  /** Home and End jump without an animation: smooth scrolling would stop at rows whose heights change on the way. */
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isWithin = event.currentTarget.contains(event.target as Node)
    if (!isWithin || (event.key !== 'Home' && event.key !== 'End')) return
    event.preventDefault()
    if (event.key === 'Home') jump(0)
    else toEnd()
  }
  return (
    <LogBox
      ref={box}
      className={`${styles.box} ${boxClass ?? ''}`}
      isNews={isAtEnd && isWhole}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      <div className={styles.entries}>
        {older && isWhole && <LoadMore query={older} auto />}
        <LongList
          {...list}
          pages={pages}
          hasMore={older?.hasNextPage ?? false}
          log={{
            isMine: isMine && !newer,
            scrollTarget,
            isWhole,
            highest,
            isPart: newer !== null,
            onMove: setIsAtEnd,
          }}
        />
        {newer && <LoadMore query={newer} auto />}
      </div>
      {!isAtEnd && <ToEnd isNews={seen !== last && !newer} onClick={toEnd} />}
    </LogBox>
  )
}
