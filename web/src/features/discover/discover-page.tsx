import { Button, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { BellPlus, LockKeyhole, SlidersHorizontal } from 'lucide-react'
import { startTransition, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import {
  arePricesCrossed,
  CREATOR_SORTS,
  countFilters,
  type CreatorSort,
  type CreatorFilters,
} from '@/domain/market/creator-filters.ts'
import { FilterChips } from '@/shared/market/filter-chips.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { AwaitedCode } from '@/ui/awaited-code.tsx'
import { AwaitedPart } from '@/ui/awaited-part.tsx'
import { focusHeading } from '@/ui/focus.ts'
import { lazyPart } from '@/ui/loadable.tsx'
import { Page, PageHeader } from '@/ui/page.tsx'
import { SkipLink } from '@/ui/skip-link.tsx'
import { useCreatorCount } from '@/shared/market/creator-count-text.ts'
import { CreatorResults } from './creator-results.tsx'
import { SearchBox } from './search-box.tsx'
import { useSearchFilters } from './use-search-filters.ts'
import styles from './discover.module.css'

/** The number of results. It has the role of a status, so that screen readers announce each change. */
function ResultCount({ filters }: { filters: CreatorFilters }) {
  return (
    <p role="status" className={styles.count}>
      {useCreatorCount(filters)}
    </p>
  )
}

// The results come first. The filters are much code, which is loaded after the list.
const CreatorFilterFields = lazyPart(
  () => import('@/shared/market/creator-filter-fields.tsx'),
  'CreatorFilterFields',
)
const FilterDrawer = lazyPart(() => import('./filter-drawer.tsx'), 'FilterDrawer')
const SaveSearchDialog = lazyPart(() => import('./save-search-dialog.tsx'), 'SaveSearchDialog')

/** Screens that are wide enough for the filters beside the results. */
const WIDE = '(min-width: 1081px)'

/** A dialog that opens in a transition, so that its button reacts at once even if the content takes long to render. */
function useLayer() {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  return {
    isWanted: state !== 'never',
    opened: state === 'open',
    open: () => startTransition(() => setState('open')),
    close: () => setState('closed'),
  }
}

interface BarProps {
  search: ReturnType<typeof useSearchFilters>
  onOpenFilters: () => void
}

/** The term, the button of the filters on narrow screens, and the order of the results. */
function SearchBar({ search, onOpenFilters }: BarProps) {
  const { t } = useTranslation(['discover', 'common'])
  const { filters, sort, setFilters, setSort } = search
  const chosen = countFilters({ ...filters, searchTerm: undefined })
  const sorts = CREATOR_SORTS.filter((each) => each !== 'relevance' || filters.searchTerm)
  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <SearchBox
          term={filters.searchTerm ?? ''}
          onChange={(searchTerm) => setFilters({ ...filters, searchTerm }, { replace: true })}
        />
      </div>
      <Button
        className={styles.openFilters}
        variant="default"
        size="md"
        leftSection={<SlidersHorizontal size={16} aria-hidden />}
        onClick={onOpenFilters}
      >
        {chosen > 0 ? t('filters_count', { count: chosen }) : t('filters')}
      </Button>
      <NativeSelect
        className={styles.sort}
        size="md"
        aria-label={t('common:sort.by')}
        data={sorts.map((each) => ({ value: each, label: t(`common:sort.${each}`) }))}
        value={sort}
        onChange={(event) => setSort(event.currentTarget.value as CreatorSort)}
      />
    </div>
  )
}

interface ChosenProps {
  filters: CreatorFilters
  onChange: (filters: CreatorFilters) => void
}

/** The chosen filters. When one is removed by a press, the focus moves to the filter in its place, or after the last one to the heading. */
function Chosen({ filters, onChange }: ChosenProps) {
  const { t } = useTranslation('discover')
  const box = useRef<HTMLDivElement>(null)
  const pressed = useRef<number>(null)
  const chips = () => [...(box.current?.querySelectorAll<HTMLElement>('li button') ?? [])]
  const note = () => {
    pressed.current = chips().findIndex((chip) => chip === document.activeElement)
  }
  useLayoutEffect(() => {
    if (pressed.current === null || document.activeElement !== document.body) return
    const left = chips()
    const next = left[pressed.current] ?? left.at(-1)
    next?.focus({ preventScroll: true })
    focusHeading()
    pressed.current = null
  })
  if (countFilters(filters) === 0) return null
  return (
    <div ref={box} className={styles.chosen} onClickCapture={note}>
      <FilterChips filters={filters} onChange={onChange} />
      <button type="button" className={styles.clear} onClick={() => onChange({})}>
        {t('clear_all')}
      </button>
    </div>
  )
}

export function DiscoverPage() {
  const { t } = useTranslation(['discover', 'common'])
  const { profile } = useProfile()
  if (!profile.suspended_at) return <Discover />
  return (
    <Page width="wide">
      <PageHeader title={t('title')} description={t('description')} />
      <EmptyState
        icon={LockKeyhole}
        title={t('common:closed_suspended')}
        text={t('suspended_text')}
      />
    </Page>
  )
}

function Discover() {
  const { t } = useTranslation(['discover', 'common'])
  const { profile } = useProfile()
  const search = useSearchFilters()
  const { filters, sort, setFilters } = search
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false })
  const drawer = useLayer()
  const saving = useLayer()
  const clear = () => setFilters({})

  return (
    <Page width="wide">
      <PageHeader title={t('title')} description={t('description')} />
      <div className={styles.layout}>
        <SkipLink to="results">{t('skip_to_results')}</SkipLink>
        {isWide && (
          <aside className={styles.side} aria-label={t('filters')}>
            <AwaitedPart height={720}>
              <CreatorFilterFields value={filters} onChange={setFilters} counted />
            </AwaitedPart>
          </aside>
        )}
        <div id="results" tabIndex={-1} className={styles.results}>
          <SearchBar search={search} onOpenFilters={drawer.open} />
          <Chosen filters={filters} onChange={setFilters} />
          <div className={styles.counted}>
            <ResultCount filters={filters} />
            {profile.role === 'brand' && (
              <Button
                size="sm"
                variant={countFilters(filters) > 0 ? 'filled' : 'default'}
                leftSection={<BellPlus size={16} aria-hidden />}
                disabled={arePricesCrossed(filters)}
                onClick={saving.open}
              >
                {t('save')}
              </Button>
            )}
          </div>
          <p className={styles.sortHint}>
            {sort === 'rating' && `${t('sort_rating_hint')} `}
            {t('common:channels.declared_undated')}
          </p>
          <CreatorResults filters={filters} sort={sort} onClear={clear} />
        </div>
      </div>
      <AwaitedCode kind="press">
        {drawer.isWanted && (
          <FilterDrawer
            opened={drawer.opened}
            onClose={drawer.close}
            filters={filters}
            onChange={setFilters}
          />
        )}
        {saving.isWanted && (
          <SaveSearchDialog opened={saving.opened} onClose={saving.close} filters={filters} />
        )}
      </AwaitedCode>
    </Page>
  )
}
