import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CreatorFilters } from '@/domain/market/creator-filters.ts'
import { aboutNumber, wholeNumber } from '@/lib/i18n/numbers.ts'
import { creatorCountQuery } from './queries.ts'
import styles from './discover.module.css'

/** The last number stays until the next one is known, so that a screen reader hears each once. */
export function ResultCount({ filters }: { filters: CreatorFilters }) {
  const { t, i18n } = useTranslation('discover')
  const { data } = useQuery({ ...creatorCountQuery(filters), placeholderData: keepPreviousData })
  return (
    <p role="status" className={styles.count}>
      {data &&
        (data.is_exact
          ? t('count', { count: data.total, number: wholeNumber(data.total, i18n.language) })
          : t('count_about', { number: aboutNumber(data.total, i18n.language) }))}
    </p>
  )
}
