import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { MoneyMoves } from '@/shared/money/money-moves.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { paths } from '@/domain/paths.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { LongList } from '@/ui/long-list.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { eventKey, type LedgerEvent } from '@/domain/money/ledger.ts'
import { isOnChain } from '@/domain/money/on-chain.ts'
import { LedgerFilters, useLedgerFilters } from './ledger-filters.tsx'
import { ledgerQuery, unassignedQuery } from './queries.ts'
import styles from './payments.module.css'

interface RowProps {
  event: LedgerEvent
  role: 'brand' | 'kol'
}

const NO_LINES = { brand: 'no_lines_text', kol: 'no_lines_text_kol' } as const
const OTHER = { brand: 'creator', kol: 'brand' } as const

function EventRow({ event, role }: RowProps) {
  const { t } = useTranslation(['payments', 'common'])
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
        {event.order_id && (
          <span className={primitives.quiet}>
            <bdi>{event.partner_name ?? t(`common:unknown_${OTHER[role]}`)}</bdi> ·{' '}
            <bdi>{event.pack_title || t('common:unknown_pack')}</bdi>
          </span>
        )}
      </span>
      <span className={styles.amounts}>
        <MoneyMoves event={event} />
        {!isOnChain(event.currency) && (
          <span className={primitives.quiet}>
            {t('balance_after')} <MoneyText minor={event.balance_minor} currency={event.currency} />
          </span>
        )}
      </span>
    </>
  )
}

const idOfTransfer = (event: LedgerEvent) => String(event.transfer_id)

/** All moves of the member's money, each with the balance afterwards; the filters are in the address. */
export function LedgerList({ role }: { role: 'brand' | 'kol' }) {
  const { t } = useTranslation('payments')
  const filters = useLedgerFilters(role)
  const query = useInfiniteQuery(ledgerQuery(filters.search))
  const { data: unassigned = [] } = useQuery({ ...unassignedQuery(), enabled: role === 'brand' })
  const noLines = unassigned.length > 0 ? 'no_lines_text_unassigned' : NO_LINES[role]
  return (
    <SectionCard title={t('ledger')}>
      <LedgerFilters role={role} filters={filters} />
      <QueryView
        bare
        more="press"
        query={query}
        skeleton={<ListSkeleton rows={5} />}
        empty={{
          icon: ScrollText,
          title: t(filters.isFiltered ? 'nothing_found' : 'no_lines'),
          text: t(filters.isFiltered ? 'nothing_found_text' : noLines),
        }}
      >
        {({ pages }) => (
          <LongList
            name="ledger"
            pages={pages}
            keyOf={idOfTransfer}
            hasMore={query.hasNextPage}
            className={`${styles.rows} ${styles.ledger}`}
          >
            {(event) => <EventRow event={event} role={role} />}
          </LongList>
        )}
      </QueryView>
    </SectionCard>
  )
}
