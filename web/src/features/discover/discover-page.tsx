import { Button, Drawer, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { BellPlus, SlidersHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CreatorFilterFields } from '@/domain/market/creator-filter-fields.tsx'
import { CREATOR_SORTS, countFilters } from '@/domain/market/creator-filters.ts'
import { FilterChips } from '@/domain/market/filter-chips.tsx'
import { useProfile } from '@/domain/members/profile.tsx'
import { PageHeader } from '@/ui/page-header.tsx'
import { Page } from '@/ui/page.tsx'
import { SkipLink } from '@/ui/skip-link.tsx'
import { useBackCloses } from '@/ui/use-back-closes.ts'
import { CreatorResults } from './creator-results.tsx'
import { SaveSearchDialog } from './save-search-dialog.tsx'
import { SearchBox } from './search-box.tsx'
import { useSearchFilters } from './use-search-filters.ts'
import styles from './discover.module.css'

export function DiscoverPage() {
  const { t } = useTranslation(['discover', 'common'])
  const { profile } = useProfile()
  const { filters, sort, setFilters, setSort } = useSearchFilters()
  const [drawer, { open: openDrawer, close: closeDrawer }] = useDisclosure()
  useBackCloses(drawer, closeDrawer)
  const [saving, { open: openSave, close: closeSave }] = useDisclosure()
  const chosen = countFilters({ ...filters, searchTerm: undefined })
  const clear = () => setFilters({})
  const sorts = CREATOR_SORTS.filter((each) => each !== 'relevance' || filters.searchTerm)

  return (
    <Page width="wide">
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          profile.role === 'brand' && (
            <Button leftSection={<BellPlus size={16} aria-hidden />} onClick={openSave}>
              {t('save')}
            </Button>
          )
        }
      />
      <div className={styles.layout}>
        <SkipLink to="results">{t('skip_to_results')}</SkipLink>
        <aside className={styles.side} aria-label={t('filters')}>
          <CreatorFilterFields value={filters} onChange={setFilters} />
        </aside>
        <div id="results" tabIndex={-1} className={styles.results}>
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
              onClick={openDrawer}
            >
              {chosen > 0 ? t('filters_count', { count: chosen }) : t('filters')}
            </Button>
            <Select
              className={styles.sort}
              size="md"
              aria-label={t('sort')}
              allowDeselect={false}
              data={sorts.map((each) => ({ value: each, label: t(`sort_${each}`) }))}
              value={sort}
              onChange={(next) => next && setSort(next)}
            />
          </div>
          {countFilters(filters) > 0 && (
            <div className={styles.chosen}>
              <FilterChips filters={filters} onChange={setFilters} />
              <button type="button" className={styles.clear} onClick={clear}>
                {t('clear_all')}
              </button>
            </div>
          )}
          {sort === 'rating' && <p className={styles.sortHint}>{t('sort_rating_hint')}</p>}
          <CreatorResults filters={filters} sort={sort} onClear={clear} />
        </div>
      </div>
      <Drawer
        opened={drawer}
        onClose={closeDrawer}
        position="bottom"
        size="88dvh"
        title={t('filters')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
        classNames={{ content: styles.drawer, body: styles.drawerBody }}
      >
        <CreatorFilterFields value={filters} onChange={setFilters} />
        <div className={styles.drawerEnd}>
          <Button variant="default" onClick={clear} disabled={countFilters(filters) === 0}>
            {t('clear_all')}
          </Button>
          <Button onClick={closeDrawer}>{t('show_results')}</Button>
        </div>
      </Drawer>
      <SaveSearchDialog opened={saving} onClose={closeSave} filters={filters} />
    </Page>
  )
}
