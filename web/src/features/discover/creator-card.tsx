import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import type { FromPrice } from '@/domain/market/from-prices.ts'
import { languagesOf } from '@/domain/market/market.ts'
import { FromPriceText } from '@/shared/market/from-price-text.tsx'
import { ShortlistButton } from '@/shared/market/shortlist-button.tsx'
import { ShortChannels } from '@/shared/members/channel-list.tsx'
import { imageUrl } from '@/domain/members/images.ts'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import type { MemberCard } from '@/domain/members/members.ts'
import { RatingText } from '@/shared/members/rating-text.tsx'
import { WorkPicture } from '@/shared/members/work-picture.tsx'
import { VerifiedMark } from '@/shared/members/verified-mark.tsx'
import { paths } from '@/domain/paths.ts'
import primitives from '@/ui/primitives.module.css'
import { TagList } from '@/ui/tag-list.tsx'
import styles from './discover.module.css'

const MAX_TAGS = 4

interface Props {
  creator: MemberCard
  price: FromPrice | null | undefined
}

export function CreatorCard({ creator, price }: Props) {
  const { t, i18n } = useTranslation(['discover', 'common'])
  const topics = creator.categories.map((each) => t(`common:lists.categories.words.${each}`))
  return (
    <article className={`${primitives.card} ${primitives.linkCard} ${styles.card}`}>
      <WorkPicture path={creator.cover} />
      <header className={primitives.line}>
        <MemberAvatar
          name={creator.display_name}
          image={imageUrl(creator.profile_image)}
          size={52}
        />
        <div>
          <h2 className={styles.name}>
            <Link
              href={paths.creator(creator.id)}
              className={`${primitives.cover} ${styles.cover}`}
            >
              {creator.display_name}
            </Link>
            {creator.is_verified && <VerifiedMark />}
          </h2>
          <p className={styles.meta}>{languagesOf(creator, i18n.language)}</p>
        </div>
      </header>
      <ShortChannels of={creator} />
      <p className={primitives.excerpt}>{creator.bio || t('no_bio')}</p>
      <TagList
        label={t('common:lists.categories.name')}
        tags={
          topics.length > MAX_TAGS
            ? [...topics.slice(0, MAX_TAGS - 1), `+${topics.length - MAX_TAGS + 1}`]
            : topics
        }
      />
      <footer className={styles.facts}>
        <span className={styles.price}>
          <FromPriceText price={price} />
        </span>
        <RatingText rating={creator.rating} count={creator.review_count} />
        <ShortlistButton creator={creator} size="xs" className={styles.shortlist} />
      </footer>
    </article>
  )
}
