import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  countFilters,
  type CreatorFilters,
  type CreatorSort,
} from '@/domain/market/creator-filters.ts'
import type { Member } from '@/domain/members/members.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { LoadMore } from '@/ui/load-more.tsx'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { CardsSkeleton } from '@/ui/skeletons.tsx'
import { CreatorCard } from './creator-card.tsx'
import { creatorSearchQuery, fromPricesQuery } from './queries.ts'
import styles from './discover.module.css'

function CreatorsOfPage({ creators }: { creators: Member[] }) {
  const prices = useQuery({
    ...fromPricesQuery(creators.map((creator) => creator.id)),
    enabled: creators.length > 0,
  })
  return creators.map((creator) => (
    <li key={creator.id}>
      <CreatorCard creator={creator} price={prices.data?.[creator.id]} />
    </li>
  ))
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
      skeleton={<CardsSkeleton cards={9} height={232} />}
      isEmpty={(data) => data.pages[0]?.length === 0}
      empty={
        <EmptyState
          icon={SearchX}
          title={t('empty_title')}
          text={t(countFilters(filters) > 0 ? 'empty_text' : 'empty_market')}
          action={
            countFilters(filters) > 0 && (
              <Button variant="default" onClick={onClear}>
                {t('clear_all')}
              </Button>
            )
          }
        />
      }
    >
      {(data) => (
        <>
          <ul className={`${primitives.grid} ${styles.grid}`}>
            {data.pages.map((page, index) => (
              // Pages are only ever added at the end.
              <CreatorsOfPage key={page[0]?.id ?? index} creators={page} />
            ))}
          </ul>
          <LoadMore query={query} auto />
        </>
      )}
    </QueryView>
  )
}
