import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { MemberText } from '@/ui/member-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'
import { Stars } from '@/ui/stars.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import type { Review } from '../queries.ts'
import styles from '../orders.module.css'

interface Props {
  order: Order
  reviews: Review[]
  names: { brand: string; kol: string }
}

export function OrderReviews({ order, reviews, names }: Props) {
  const { t } = useTranslation(['orders', 'filters', 'common'])
  if (reviews.length === 0) return null
  return (
    <SectionCard title={t('common:reviews')}>
      <div className={`${primitives.stack} ${primitives.divided}`}>
        {reviews.map((review) => (
          <article key={review.id} className={styles.delivery}>
            <header className={primitives.ends}>
              <strong>{review.author_id === order.brand_id ? names.brand : names.kol}</strong>
              <span role="img" aria-label={t('filters:rated', { value: review.rating, count: 1 })}>
                <Stars rating={review.rating} />
              </span>
            </header>
            {review.comment && <MemberText text={review.comment} className={styles.text} />}
            {review.visible_at === null && (
              <p className={`${primitives.quiet} ${styles.explain}`}>
                {t('review_hidden')} <TimeText value={review.reveals_at} show="date" />
              </p>
            )}
          </article>
        ))}
      </div>
    </SectionCard>
  )
}
