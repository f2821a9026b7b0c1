import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { MoneyMoves } from '@/shared/money/money-moves.tsx'
import { paths } from '@/domain/paths.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { LoadMore } from '@/ui/load-more.tsx'
import { LongList } from '@/ui/long-list.tsx'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { byTransfer, eventKey, type LedgerEvent, type LedgerLine } from '@/domain/money/ledger.ts'
import { ledgerQuery } from './queries.ts'
import styles from './payments.module.css'

interface RowProps {
  event: LedgerEvent
  role: 'brand' | 'kol'
}

function EventRow({ event, role }: RowProps) {
  const { t } = useTranslation('payments')
  return (
    <>
      <span className={primitives.words}>
        <strong>{textOr(eventKey(event.event, role), event.event)}</strong>
        <span className={primitives.quiet}>
          <TimeText value={event.created_at} show="full" />
          {event.order_id && (
            <>
              {' · '}
              <Link href={paths.order(event.order_id)} className={styles.link}>
                {t('order')} {event.order_number}
              </Link>
            </>
          )}
        </span>
      </span>
      <MoneyMoves event={event} />
    </>
  )
}

const idOfTransfer = (event: LedgerEvent) => String(event.transfer_id)

interface EventsProps {
  role: 'brand' | 'kol'
  pages: { lines: LedgerLine[] }[]
  hasMore: boolean
}

function Events({ role, pages, hasMore }: EventsProps) {
  const events = useMemo(() => [byTransfer(pages.flatMap((page) => page.lines))], [pages])
  return (
    <LongList
      name="ledger"
      pages={events}
      keyOf={idOfTransfer}
      hasMore={hasMore}
      className={styles.rows}
    >
      {(event) => <EventRow event={event} role={role} />}
    </LongList>
  )
}

export function LedgerList({ role }: { role: 'brand' | 'kol' }) {
  const { t } = useTranslation('payments')
  const query = useInfiniteQuery(ledgerQuery())
  return (
    <SectionCard title={t('ledger')}>
      <QueryView
        bare
        query={query}
        skeleton={<ListSkeleton rows={5} />}
        isEmpty={(data) => data.pages[0]?.lines.length === 0}
        empty={{ icon: ScrollText, title: t('no_lines'), text: t('no_lines_text') }}
      >
        {(data) => (
          <>
            <Events role={role} pages={data.pages} hasMore={query.hasNextPage} />
            <LoadMore query={query} />
          </>
        )}
      </QueryView>
    </SectionCard>
  )
}
