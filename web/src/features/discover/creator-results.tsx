import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useDeferredValue, useMemo, type ComponentProps } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import {
  arePricesCrossed,
  countFilters,
  type CreatorFilters,
  type CreatorSort,
} from '@/domain/market/creator-filters.ts'
import { fromPricesQuery, type FromPrice } from '@/domain/market/from-prices.ts'
import type { MemberCard } from '@/domain/members/members.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { isFirstScreen } from '@/lib/first-screen.ts'
import { LoadMore } from '@/ui/load-more.tsx'
import { LongList } from '@/ui/long-list.tsx'
import primitives from '@/ui/primitives.module.css'
import { CardsSkeleton, QueryView } from '@/ui/query-view.tsx'
import { Link } from 'wouter'
import { languagesOf } from '@/domain/market/market.ts'
import { FromPriceText } from '@/shared/market/from-price-text.tsx'
import { ShortlistButton } from '@/shared/market/shortlist-button.tsx'
import { ShortChannels } from '@/shared/members/channel-list.tsx'
import { imageUrl } from '@/domain/members/images.ts'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import { RatingText } from '@/shared/members/rating-text.tsx'
import { WorkPicture } from '@/shared/members/work-picture.tsx'
import { VerifiedMark } from '@/shared/members/verified-mark.tsx'
import { paths } from '@/domain/paths.ts'
import { TagList } from '@/ui/tag-list.tsx'
import { creatorSearchQuery } from './queries.ts'
import styles from './discover.module.css'

const MAX_TAGS = 4

interface CreatorCardProps {
  creator: MemberCard
  price: FromPrice | null | undefined
}

function CreatorCard({ creator, price }: CreatorCardProps) {
  const { t, i18n } = useTranslation(['discover', 'common'])
  const topics = creator.categories.map((each) => t(`common:lists.categories.words.${each}`))
  return (
    <article
      className={`${primitives.card} ${primitives.linkCard} ${styles.card}`}
      aria-label={creator.display_name}
    >
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
              <bdi>{creator.display_name}</bdi>
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

type Found = { creator: MemberCard; page: MemberCard[] }

const idOfFound = ({ creator }: Found) => creator.id

/** A found creator; the prices of a whole page are fetched together. */
function FoundCreator({ creator, page }: Found) {
  const prices = useQuery(fromPricesQuery(page.map(({ id }) => id)))
  return <CreatorCard creator={creator} price={prices.data?.[creator.id]} />
}

/** Number of cards that are rendered before the others: as many as a phone shows. */
const FIRST_DRAWN = 2

const firstOf = (pages: MemberCard[][]) =>
  pages.slice(0, 1).map((page) => page.slice(0, FIRST_DRAWN))

interface ResultsProps {
  all: MemberCard[][]
  query: ComponentProps<typeof LoadMore>['query']
}

function Results({ all, query }: ResultsProps) {
  const pages = useDeferredValue(all, isFirstScreen() ? firstOf(all) : all)
  const found = useMemo(
    () => pages.map((page, at) => page.map((creator) => ({ creator, page: all[at] ?? page }))),
    [pages, all],
  )
  return (
    <>
      <LongList
        name="creators"
        pages={found}
        keyOf={idOfFound}
        hasMore={query.hasNextPage}
        className={`${primitives.grid} ${styles.grid}`}
      >
        {(each) => <FoundCreator {...each} />}
      </LongList>
      {pages === all && <LoadMore query={query} auto />}
    </>
  )
}

interface Props {
  filters: CreatorFilters
  sort: CreatorSort
  onClear: () => void
}

export function CreatorResults({ filters, sort, onClear }: Props) {
  const { t } = useTranslation(['discover', 'filters'])
  const isFiltered = countFilters(filters) > 0
  const query = useInfiniteQuery(creatorSearchQuery(filters, sort))
  const client = useQueryClient()
  // Reloads the list and the number of results above it.
  const refetch = () => client.refetchQueries({ queryKey: keyRoots.members, type: 'active' })
  return (
    <QueryView
      query={{ data: query.data, error: query.error, fetchStatus: query.fetchStatus, refetch }}
      skeleton={<CardsSkeleton cards={9} height={390} />}
      empty={{
        icon: SearchX,
        title: t('empty_title'),
        text: arePricesCrossed(filters)
          ? t('filters:price_crossed')
          : t(isFiltered ? 'empty_text' : 'empty_market'),
        action: isFiltered && (
          <Button variant="default" onClick={onClear}>
            {t('clear_all')}
          </Button>
        ),
      }}
    >
      {(data) => <Results all={data.pages} query={query} />}
    </QueryView>
  )
}
