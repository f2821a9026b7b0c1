import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { textOr } from '@/lib/i18n/text.ts'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { NoteButton } from './note-button.tsx'
import { failedPayoutsQuery, type FailedPayout } from './queries.ts'
import styles from './staff.module.css'

const wayOf = ({ has_late_state, is_late, needs_other_way }: FailedPayout) => {
  if (has_late_state) return 'failed_way_late_state'
  return is_late ? 'failed_way_late' : needs_other_way ? 'failed_way_owed' : 'failed_way_account'
}

const nameOf = ({ has_late_state, is_late, needs_other_way, status }: FailedPayout) => {
  if (has_late_state) return 'payout_kept_late_state'
  if (is_late) return 'failed_late'
  if (needs_other_way) return 'failed_owed'
  return status === 'returned' ? 'failed_returned' : 'failed_failed'
}

function Row({ payout }: { payout: FailedPayout }) {
  const { t } = useTranslation(['staff', 'common', 'payments'])
  const reason = payout.failure_reason
  return (
    <li className={styles.row}>
      <span className={primitives.words}>
        <strong>
          <MoneyText minor={payout.amount_minor} currency={payout.currency} /> ·{' '}
          {payout.display_name ?? t('common:unknown')}
          <ToneBadge tone={payout.is_late ? 'warn' : 'bad'}>{t(nameOf(payout))}</ToneBadge>
        </strong>
        <span className={primitives.quiet}>
          {payout.method} · <TimeText value={payout.updated_at} />
        </span>
        {reason && (
          <span className={primitives.quiet}>{textOr(`payments:failed_${reason}`, reason)}</span>
        )}
        <span className={primitives.quiet}>{t(wayOf(payout))}</span>
      </span>
      {payout.has_late_state && !payout.is_own_case && (
        <NoteButton
          size="xs"
          title={t('failed_seen_title')}
          text={<p className={primitives.quiet}>{t('failed_seen_text')}</p>}
          label={t('payout_halt_reason')}
          place={`staff:release:${payout.id}`}
          actWith={(note) => ({ act: 'release_payouts', args: { payout_id: payout.id, note } })}
        >
          {t('failed_seen')}
        </NoteButton>
      )}
    </li>
  )
}

/** Payouts that failed, came back or are late, and the way out of each. */
export function FailedPayouts() {
  const { t } = useTranslation('staff')
  const query = useQuery(failedPayoutsQuery())
  return (
    <div className={styles.below}>
      <SectionCard title={t('failed_payouts')}>
        <QueryView
          bare
          query={query}
          skeleton={<ListSkeleton rows={2} />}
          empty={{
            icon: CircleCheck,
            title: t('no_failed_payouts'),
            text: t('no_failed_payouts_text'),
          }}
        >
          {(list) => (
            <ul className={primitives.rows}>
              {list.map((payout) => (
                <Row key={payout.id} payout={payout} />
              ))}
            </ul>
          )}
        </QueryView>
      </SectionCard>
    </div>
  )
}
