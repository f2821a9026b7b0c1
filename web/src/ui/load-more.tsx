import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import styles from './load-more.module.css'
import { useInSight } from './use-in-sight.ts'

interface Props {
  query: {
    data: unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  /** Loads by itself when it comes into sight; the button stays for the keyboard. */
  auto?: boolean
}

/** Margins for the window (root) and for a scrolling box within it (scroll). */
const NEARLY_IN_SIGHT = { rootMargin: '400px', scrollMargin: '400px' }

export function LoadMore({ query, auto = false }: Props) {
  const { t } = useTranslation()
  const { ref, inSight } = useInSight(NEARLY_IN_SIGHT)
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  useEffect(() => {
    if (auto && inSight && hasNextPage && !isFetchingNextPage && !isFetchNextPageError)
      void fetchNextPage()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- on a busy page, one comes before it was seen to be fetched
  }, [auto, data, inSight, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div ref={ref} className={styles.more}>
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? t('retry') : t('load_more')}
      </Button>
    </div>
  )
}
