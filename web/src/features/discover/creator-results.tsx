import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useDeferredValue, useMemo, type ComponentProps } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import {
  countFilters,
  type CreatorFilters,
  type CreatorSort,
} from '@/domain/market/creator-filters.ts'
import { fromPricesQuery } from '@/domain/market/from-prices.ts'
import type { MemberCard } from '@/domain/members/members.ts'
import { isFirstScreen } from '@/lib/first-screen.ts'
import { LoadMore } from '@/ui/load-more.tsx'
import { LongList } from '@/ui/long-list.tsx'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { CardsSkeleton } from '@/ui/skeletons.tsx'
import { CreatorCard } from './creator-card.tsx'
import { creatorSearchQuery } from './queries.ts'
import styles from './discover.module.css'

type Found = { creator: MemberCard; page: MemberCard[] }

const idOfFound = ({ creator }: Found) => creator.id

/** The prices of a page are asked for together. */
function FoundCreator({ creator, page }: Found) {
  const prices = useQuery(fromPricesQuery(page.map(({ id }) => id)))
  return <CreatorCard creator={creator} price={prices.data && (prices.data[creator.id] ?? null)} />
}

/** As many as a phone shows: they are on the screen before the rest is drawn. */
const FIRST_DRAWN = 4

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
  const { t } = useTranslation('discover')
  const query = useInfiniteQuery(creatorSearchQuery(filters, sort))
  return (
    <QueryView
      query={query}
      skeleton={<CardsSkeleton cards={9} height={390} />}
      empty={{
        icon: SearchX,
        title: t('empty_title'),
        text: t(countFilters(filters) > 0 ? 'empty_text' : 'empty_market'),
        action: countFilters(filters) > 0 && (
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
