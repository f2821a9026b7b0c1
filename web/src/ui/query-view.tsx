import { WifiOff } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { toUserMessage } from '@/lib/api/errors.ts'
import { EmptyState, type EmptyProps } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { LoadMore } from './load-more.tsx'
import { Skeleton } from '@mantine/core'
import page from './page.module.css'
import styles from './skeletons.module.css'

interface Query<Data> {
  data: Data | undefined
  error: unknown
  fetchStatus: 'fetching' | 'paused' | 'idle'
  refetch: () => unknown
}

type Pages = ComponentProps<typeof LoadMore>['query']

interface Props<Data> {
  query: Query<Data> & Partial<Pages>
  skeleton: ReactNode
  /** The text for an empty list. */
  empty?: EmptyProps
  /** Returns true if the data are empty. Needed only for data that are not a list. */
  isEmpty?: (data: Data) => boolean
  bare?: boolean
  /** How further pages are loaded: by a press, automatically when the end comes into view, or all at once. */
  more?: 'press' | 'auto' | 'whole'
  /** True if the whole page depends on the data, including its heading. */
  isPage?: boolean
  children: (data: Data) => ReactNode
}

/** True for an empty list, or if the first of its pages is empty. */
function hasNoEntry(data: unknown): boolean {
  const list = (data as { pages?: unknown[] }).pages?.[0] ?? data
  return Array.isArray(list) && list.length === 0
}

/** Renders loaded data, or else a skeleton, the error with a retry, "offline" or the empty state. */
export function QueryView<Data>(props: Props<Data>) {
  const { query, skeleton, isEmpty = hasNoEntry, empty, bare = false, more, children } = props
  const heading = props.isPage ? 'h1' : 'h2'
  const { t } = useTranslation()
  const { data } = query
  if (data === undefined) {
    if (query.fetchStatus === 'paused')
      return (
        <EmptyState
          heading={heading}
          icon={WifiOff}
          title={t('unloaded_title')}
          text={t('unloaded_text')}
          bare={bare}
        />
      )
    if (query.error)
      return (
        <ErrorState
          heading={heading}
          message={toUserMessage(query.error)}
          onRetry={() => void query.refetch()}
          bare={bare}
        />
      )
    return skeleton
  }
  if (empty && isEmpty(data)) return <EmptyState bare={bare} {...empty} />
  if (!more) return children(data)
  return (
    <>
      {children(data)}
      <LoadMore query={query as Pages} auto={more !== 'press'} isWhole={more === 'whole'} />
    </>
  )
}

function times(count: number) {
  return Array.from({ length: count }, (_, index) => index)
}

/** Skeleton of a list: each row has a picture, two lines of text, and a short block at the end. */
export function ListSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div aria-busy="true">
      {times(rows).map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton circle height={40} />
          <div className={styles.lines}>
            <Skeleton height={12} width={`${38 + ((row * 17) % 30)}%`} />
            <Skeleton height={10} width={`${60 + ((row * 13) % 30)}%`} />
          </div>
          <Skeleton height={22} width={72} radius="xl" />
        </div>
      ))}
    </div>
  )
}

/** Skeleton of a grid of cards. */
export function CardsSkeleton({ cards = 6, height = 190 }: { cards?: number; height?: number }) {
  return (
    <div className={styles.grid} aria-busy="true">
      {times(cards).map((card) => (
        <Skeleton key={card} height={height} radius="lg" />
      ))}
    </div>
  )
}

export function PageSkeleton() {
  return (
    <div className={page.page} aria-busy="true">
      <Skeleton height={26} width={220} />
      <Skeleton height={14} width="min(420px, 80%)" mt={12} mb={28} />
      <Skeleton height={220} radius="lg" />
    </div>
  )
}
