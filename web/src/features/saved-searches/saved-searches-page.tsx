import { useQuery } from '@tanstack/react-query'
import { BellPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { paths } from '@/domain/paths.ts'
import { Page, PageHeader } from '@/ui/page.tsx'
import primitives from '@/ui/primitives.module.css'
import { CardsSkeleton, QueryView } from '@/ui/query-view.tsx'
import { LinkButton } from '@/ui/link-button.tsx'
import { EditSearchDialog } from './edit-search-dialog.tsx'
import { savedSearchesQuery, type SavedSearch } from './queries.ts'
import { SearchCard } from './search-card.tsx'
import styles from './saved-searches.module.css'

export function SavedSearchesPage() {
  const { t } = useTranslation(['saved-searches', 'common'])
  const query = useQuery(savedSearchesQuery())
  const [editing, setEditing] = useState<SavedSearch | null>(null)
  const newSearch = (
    <LinkButton
      href={paths.discover}
      variant="filled"
      leftSection={<BellPlus size={16} aria-hidden />}
    >
      {t('new')}
    </LinkButton>
  )
  return (
    <Page>
      <PageHeader
        title={t('common:nav.savedSearches')}
        description={t('description')}
        actions={query.data?.length ? newSearch : undefined}
      />
      <QueryView
        query={query}
        skeleton={<CardsSkeleton cards={4} height={150} />}
        empty={{
          icon: BellPlus,
          title: t('empty_title'),
          text: t('empty_text'),
          action: newSearch,
        }}
      >
        {(list) => (
          <ul className={`${primitives.grid} ${styles.list}`}>
            {list.map((search) => (
              <li key={search.id}>
                <SearchCard search={search} onEdit={() => setEditing(search)} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <EditSearchDialog search={editing} onClose={() => setEditing(null)} />
    </Page>
  )
}
