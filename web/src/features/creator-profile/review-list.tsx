import { useInfiniteQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { imageUrl } from '@/domain/members/images.ts'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import type { Member } from '@/domain/members/members.ts'
import { RatingText } from '@/shared/members/rating-text.tsx'
import { MemberText } from '@/ui/member-text.tsx'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { Stars } from '@/ui/stars.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { reviewsOfQuery, type Review } from './queries.ts'
import primitives from '@/ui/primitives.module.css'
import styles from './creator-profile.module.css'

function ReviewItem({ review, unknown }: { review: Review; unknown: string }) {
  const { t } = useTranslation('filters')
  const name = review.author?.display_name ?? unknown
  return (
    <article className={`${primitives.surface} ${styles.review}`}>
      <header className={primitives.line}>
        <MemberAvatar name={name} image={imageUrl(review.author?.profile_image)} size={36} />
        <div className={primitives.words}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <TimeText value={review.created_at} show="date" className={primitives.quiet} />
        </div>
        <span role="img" aria-label={t('rated', { value: review.rating, count: 1 })}>
          <Stars rating={review.rating} />
        </span>
      </header>
      {review.comment && <MemberText text={review.comment} />}
    </article>
  )
}

export function ReviewList({ member }: { member: Member }) {
  const { t } = useTranslation(['creator-profile', 'common'])
  const query = useInfiniteQuery(reviewsOfQuery(member.id))
  return (
    <section aria-labelledby="reviews">
      <div className={styles.sectionHead}>
        <h2 id="reviews" className={styles.sectionTitle}>
          {t('common:reviews')}
        </h2>
        {member.rating !== null && (
          <RatingText rating={member.rating} count={member.review_count} />
        )}
      </div>
      {member.rating !== null && (
        <details className={`${primitives.quiet} ${styles.note}`}>
          <summary>{t('rating_how')}</summary>
          {t('rating_note')}
        </details>
      )}
      <QueryView
        more="press"
        query={query}
        skeleton={<ListSkeleton rows={3} />}
        empty={{ icon: Star, title: t('no_reviews'), text: t('no_reviews_text') }}
      >
        {(data) => (
          <ul className={primitives.stack}>
            {data.pages.flat().map((review) => (
              <li key={review.id}>
                <ReviewItem
                  review={review}
                  unknown={t(
                    member.role === 'kol' ? 'common:unknown_brand' : 'common:unknown_creator',
                  )}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  )
}
