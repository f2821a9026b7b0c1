import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import styles from './load-more.module.css'
import { useInSight } from './use-in-sight.ts'

interface Props {
  query: {
    dataUpdatedAt: number
    hasNextPage: boolean
    /** True while a page, or all known pages, are being loaded. */
    isFetching: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  /** True to load automatically when the button comes into view; the button stays for the keyboard. */
  auto?: boolean
  /** True to load all pages at once, because a list that is sorted here has to be complete. */
  isWhole?: boolean
}

/** Margins for the window (rootMargin) and for a scrolling box within it (scrollMargin). */
const NEARLY_IN_SIGHT = { rootMargin: '400px', scrollMargin: '400px' }

export function LoadMore({ query, auto = false, isWhole = false }: Props) {
  const { t } = useTranslation()
  const { ref, inSight } = useInSight(NEARLY_IN_SIGHT)
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = query
  const { dataUpdatedAt, fetchNextPage } = query
  const isDue = isWhole || (auto && inSight)
  // A refresh cancels the loading of a page, possibly before the loading was rendered. So this runs after each response, too.
  useEffect(() => {
    if (isDue && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a response without new data also runs the effect
  }, [isDue, dataUpdatedAt, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div ref={ref} className={styles.more}>
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? t('retry') : t('load_more')}
      </Button>
    </div>
  )
}
