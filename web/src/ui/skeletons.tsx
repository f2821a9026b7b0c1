import { Skeleton } from '@mantine/core'
import page from './page.module.css'
import styles from './skeletons.module.css'

function times(count: number) {
  return Array.from({ length: count }, (_, index) => index)
}

/** Rows of a list: a picture, two lines, something at the end. */
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

/** Cards of a grid. */
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
