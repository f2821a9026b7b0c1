import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { idOf, LongList } from '@/ui/long-list.tsx'
import { LoadMore } from '@/ui/load-more.tsx'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { AuditRow } from './audit.tsx'
import { staffListQuery } from './staff-list-query.ts'
import styles from './staff.module.css'

/** Acts of staff about a member, the newest first. */
export function MemberLog({ id }: { id: string }) {
  const { t } = useTranslation('staff')
  const query = useInfiniteQuery(staffListQuery('audit', { about: id }))
  return (
    <SectionCard title={t('section_audit')}>
      <QueryView
        bare
        query={query}
        skeleton={<ListSkeleton rows={3} />}
        isEmpty={({ pages }) => pages[0]?.rows.length === 0}
        empty={{ icon: ScrollText, title: t('no_audit') }}
      >
        {({ pages }) => (
          <>
            <LongList
              name={`staff audit ${id}`}
              pages={pages.map(({ rows }) => rows)}
              keyOf={idOf}
              hasMore={query.hasNextPage}
              itemClass={styles.row}
            >
              {(row) => <AuditRow row={row} />}
            </LongList>
            <LoadMore query={query} />
          </>
        )}
      </QueryView>
    </SectionCard>
  )
}
