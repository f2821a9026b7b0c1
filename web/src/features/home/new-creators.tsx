import { useQuery } from '@tanstack/react-query'
import { Compass } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { RatingText } from '@/shared/members/rating-text.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { VerifiedMark } from '@/shared/members/verified-mark.tsx'
import { WorkPicture } from '@/shared/members/work-picture.tsx'
import primitives from '@/ui/primitives.module.css'
import { CardsSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { newCreatorsQuery } from './queries.ts'
import styles from './home.module.css'

/** The newest creators for a brand's topics, or the newest of all if none match. */
export function NewCreators() {
  const { t } = useTranslation(['home', 'common'])
  const { profile } = useProfile()
  const query = useQuery(newCreatorsQuery(profile.categories))
  return (
    <SectionCard title={t('creators')} link={{ href: paths.discover, text: t('creators_more') }}>
      <QueryView
        query={query}
        bare
        skeleton={<CardsSkeleton cards={4} height={190} />}
        empty={{ icon: Compass, title: t('creators_none'), text: t('creators_none_text') }}
      >
        {(creators) => (
          <ul className={styles.creators}>
            {creators.map((creator) => (
              <li key={creator.id} className={primitives.linkCard}>
                <WorkPicture path={creator.cover ?? creator.profile_image} />
                <h3>
                  <Link href={paths.creator(creator.id)} className={primitives.cover}>
                    <bdi>{creator.display_name}</bdi>
                  </Link>
                  {creator.is_verified && <VerifiedMark />}
                </h3>
                <p className={styles.sub}>
                  {creator.categories
                    .map((each) => t(`common:lists.categories.words.${each}`))
                    .join(' · ')}
                </p>
                <RatingText rating={creator.rating} count={creator.review_count} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </SectionCard>
  )
}
