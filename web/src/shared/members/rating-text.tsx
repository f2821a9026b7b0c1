import { Star } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { oneDecimal } from '@/lib/i18n/numbers.ts'
import primitives from '@/ui/primitives.module.css'
import styles from './rating-text.module.css'

export function RatingText({ rating, count }: { rating: number | null; count: number }) {
  const { t, i18n } = useTranslation('filters')
  if (rating === null) return <span className={primitives.quiet}>{t('no_reviews')}</span>
  const value = oneDecimal(rating, i18n.language)
  return (
    <span className={styles.rating} role="img" aria-label={t('rated', { value, count })}>
      <Star size={14} className={styles.filled} aria-hidden />
      <b>{value}</b>
      <span className={primitives.quiet}>({count})</span>
    </span>
  )
}
