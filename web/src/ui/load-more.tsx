import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import styles from './load-more.module.css'
import { useInSight } from './use-in-sight.ts'

interface Props {
  query: {
    dataUpdatedAt: number
    hasNextPage: boolean
    /** True while a page is fetched, or all known pages again. */
    isFetching: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  /** Loads by itself when it comes into sight; the button stays for the keyboard. */
  auto?: boolean
  /** Loads to the end, in sight or not: what is sorted here is sorted whole. */
  isWhole?: boolean
}

/** Margins for the window (root) and for a scrolling box within it (scroll). */
const NEARLY_IN_SIGHT = { rootMargin: '400px', scrollMargin: '400px' }

export function LoadMore({ query, auto = false, isWhole = false }: Props) {
  const { t } = useTranslation()
  const { ref, inSight } = useInSight(NEARLY_IN_SIGHT)
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = query
  const { dataUpdatedAt, fetchNextPage } = query
  const isDue = isWhole || (auto && inSight)
  // A refresh ends the loading of a page, and may do so before the page is drawn as being loaded.
  useEffect(() => {
    if (isDue && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- an answer that changes nothing is one too
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
