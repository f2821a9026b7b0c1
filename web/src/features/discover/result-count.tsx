import type { CreatorFilters } from '@/domain/market/creator-filters.ts'
import { useCreatorCount } from '@/shared/market/creator-count-text.ts'
import styles from './discover.module.css'

/** A screen reader hears each number once. */
export function ResultCount({ filters }: { filters: CreatorFilters }) {
  return (
    <p role="status" className={styles.count}>
      {useCreatorCount(filters)}
    </p>
  )
}
