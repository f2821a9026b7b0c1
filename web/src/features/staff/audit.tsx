import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { textOr } from '@/lib/i18n/text.ts'
import { LoadMore } from '@/ui/load-more.tsx'
import { idOf, LongList } from '@/ui/long-list.tsx'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { detailsOf } from './audit-details.ts'
import { auditQuery } from './queries.ts'
import styles from './staff.module.css'

export function Audit() {
  const { t, i18n } = useTranslation('staff')
  const query = useInfiniteQuery(auditQuery())
  return (
    <QueryView
      query={query}
      skeleton={<ListSkeleton rows={8} />}
      empty={{ icon: ScrollText, title: t('no_audit') }}
    >
      {(data) => (
        <>
          <LongList
            name="audit"
            pages={data.pages}
            keyOf={idOf}
            hasMore={query.hasNextPage}
            className={primitives.rows}
            itemClass={styles.row}
          >
            {(row) => (
              <>
                <span className={primitives.words}>
                  <strong>
                    {textOr(`staff:act_${row.action}`, row.action)}
                    {row.subject && `: ${row.subject}`}
                  </strong>
                  <span className={primitives.quiet}>{detailsOf(row.details, i18n.language)}</span>
                </span>
                <span className={styles.end}>
                  <span>{row.actor ?? t('database_owner')}</span>
                  <TimeText value={row.created_at} show="full" className={primitives.quiet} />
                </span>
              </>
            )}
          </LongList>
          <LoadMore query={query} auto />
        </>
      )}
    </QueryView>
  )
}
