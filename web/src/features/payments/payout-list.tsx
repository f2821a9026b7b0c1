import { useQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/domain/members/profile.tsx'
import { MoneyText } from '@/domain/money/money-text.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge, type Tone } from '@/ui/tone-badge.tsx'
import { payoutsQuery } from './queries.ts'
import styles from './payments.module.css'

const TONES: Record<string, Tone> = { requested: 'info', sent: 'good', failed: 'bad' }

export function PayoutList({ role }: { role: 'brand' | 'kol' }) {
  const { t } = useTranslation('payments')
  const { profile } = useProfile()
  const query = useQuery(payoutsQuery(profile.id))
  return (
    <SectionCard title={t(role === 'kol' ? 'payouts' : 'refunds')}>
      <QueryView
        bare
        query={query}
        skeleton={<ListSkeleton rows={2} />}
        isEmpty={(list) => list.length === 0}
        empty={
          <EmptyState
            bare
            icon={Banknote}
            title={t(role === 'kol' ? 'no_payouts' : 'no_refunds')}
            text={t(role === 'kol' ? 'no_payouts_text' : 'no_refunds_text')}
          />
        }
      >
        {(list) => (
          <ul className={styles.rows}>
            {list.map((payout) => (
              <li key={payout.id}>
                <span className={styles.rowWords}>
                  <strong>
                    <MoneyText minor={payout.amount_minor} currency={payout.currency} />
                  </strong>
                  <span className={primitives.quiet}>
                    {payout.destination} · <TimeText value={payout.created_at} show="date" />
                  </span>
                  {payout.failure_reason && (
                    <span className={primitives.quiet}>{payout.failure_reason}</span>
                  )}
                </span>
                <ToneBadge tone={TONES[payout.status] ?? 'neutral'}>
                  {t(`payout_${payout.status}`)}
                </ToneBadge>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </SectionCard>
  )
}
