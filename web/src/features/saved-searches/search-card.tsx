import { Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Search, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { actionWithName } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import {
  filtersFromJson,
  filtersToParams,
  type CreatorFilters,
} from '@/domain/market/creator-filters.ts'
import { useCountText } from '@/shared/market/creator-count-text.ts'
import { FilterChips } from '@/shared/market/filter-chips.tsx'
import { paths } from '@/domain/paths.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import {
  newMatchesQuery,
  savedCountsQuery,
  useChangeSearch,
  useDeleteSearch,
  useMarkMatchesRead,
  type SavedSearch,
} from './queries.ts'
import styles from './saved-searches.module.css'

/** How many creators the search has found whose notifications the member has not read. */
const useFound = (id: string) =>
  useQuery({
    ...newMatchesQuery(),
    select: (fresh) => fresh.find((each) => each.saved_search_id === id)?.creators ?? 0,
  }).data ?? 0

interface PartProps {
  search: SavedSearch
  filters: CreatorFilters
}

function Found({ search }: Pick<PartProps, 'search'>) {
  const { t } = useTranslation(['saved-searches', 'common'])
  const { data: counts, isFetching: isCounting } = useQuery(savedCountsQuery())
  const count = useCountText(counts?.find((each) => each.saved_search_id === search.id))
  const found = useFound(search.id)
  return (
    <p className={primitives.quiet}>
      {count && `${t('matches_now', { creators: count })} · `}
      {/* The number of new creators is hidden while the total is being counted, so that it never exceeds the total. */}
      {found > 0 && !isCounting && (
        <>
          <strong>{t('matches_new', { count: found })}</strong>
          {' · '}
        </>
      )}
      {t('common:saved')}: <TimeText value={search.created_at} />
    </p>
  )
}

/** Link to the search results; a press marks the new creators as seen. */
function ShowButton({ search, filters }: PartProps) {
  const { t } = useTranslation('saved-searches')
  const found = useFound(search.id)
  const markRead = useMarkMatchesRead()
  const query = filtersToParams(filters).toString()
  return (
    <LinkButton
      href={query ? `${paths.discover}?${query}` : paths.discover}
      variant="light"
      size="xs"
      leftSection={<Search size={14} aria-hidden />}
      onClick={() => found > 0 && markRead.mutate(search.id)}
    >
      {t('show')}
    </LinkButton>
  )
}

export function SearchCard({ search, onEdit }: { search: SavedSearch; onEdit: () => void }) {
  const { t } = useTranslation(['saved-searches', 'common'])
  const title = useId()
  const change = useChangeSearch()
  const remove = useDeleteSearch()
  const { emailNotifications, ...filters } = filtersFromJson(search.filters)
  return (
    <article className={primitives.card} aria-labelledby={title}>
      <div className={styles.head}>
        <div>
          <h2 id={title}>{search.name}</h2>
          <Found search={search} />
        </div>
        <Switch
          label={t('notify')}
          aria-label={actionWithName(t('notify'), search.name)}
          labelPosition="left"
          checked={emailNotifications}
          onChange={(event) =>
            change.mutate({
              id: search.id,
              filters: { emailNotifications: event.currentTarget.checked },
            })
          }
        />
      </div>
      <FilterChips filters={filters} />
      <div className={`${primitives.wrap} ${primitives.last}`}>
        <ShowButton search={search} filters={filters} />
        <Button
          variant="default"
          size="xs"
          leftSection={<Pencil size={14} aria-hidden />}
          onClick={onEdit}
        >
          {t('common:edit')}
        </Button>
        <ConfirmButton
          danger
          variant="subtle"
          size="xs"
          leftSection={<Trash2 size={14} aria-hidden />}
          title={t('delete_title', { name: search.name })}
          text={t('delete_text')}
          onConfirm={() => remove.mutateAsync(search.id)}
        >
          {t('common:delete')}
        </ConfirmButton>
      </div>
    </article>
  )
}
