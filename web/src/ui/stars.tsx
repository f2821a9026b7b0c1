import { Star } from 'lucide-react'
import styles from './stars.module.css'

export const STARS = [1, 2, 3, 4, 5]

/** A rating as stars, without an accessible text because the rating is written beside them. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className={styles.stars} aria-hidden>
      {STARS.map((each) => (
        <Star key={each} size={16} data-filled={each <= rating || undefined} />
      ))}
    </span>
  )
}
