import { CircleCheck } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { textOr } from '@/lib/i18n/text.ts'
import { GroupName } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { NoteButton } from './note-button.tsx'
import { MemberLink } from './links.tsx'
import { ProposalNote } from './proposed.tsx'
import { StaffList } from './staff-list.tsx'
import type { FailedPayout } from './staff-rows.ts'
import styles from './staff.module.css'

const remedyKeyOf = ({ has_late_state, is_late, needs_other_way }: FailedPayout) => {
  if (has_late_state) return 'failed_way_late_state'
  return is_late ? 'failed_way_late' : needs_other_way ? 'failed_way_owed' : 'failed_way_account'
}

const problemKeyOf = ({ has_late_state, is_late, needs_other_way, status }: FailedPayout) => {
  if (has_late_state) return 'payout_kept_late_state'
  if (is_late) return 'failed_late'
  if (needs_other_way) return 'failed_owed'
  return status === 'returned' ? 'payments:payout_returned' : 'payments:payout_failed'
}

function Row({ payout }: { payout: FailedPayout }) {
  const { t } = useTranslation(['staff', 'payments'])
  const reason = payout.failure_reason
  return (
    <>
      <span className={primitives.words}>
        <GroupName>
          <MoneyText minor={payout.amount_minor} currency={payout.currency} /> ·{' '}
          <MemberLink id={payout.profile_id} name={payout.display_name} />
          <ToneBadge tone={payout.is_late ? 'warn' : 'bad'}>{t(problemKeyOf(payout))}</ToneBadge>
        </GroupName>
        <span className={primitives.quiet}>
          {payout.method}
          {payout.provider_ref && (
            <>
              {' · '}
              <code>{payout.provider_ref}</code>
            </>
          )}{' '}
          · <TimeText value={payout.updated_at} />
        </span>
        {reason && (
          <span className={primitives.quiet}>{textOr(`payments:failed_${reason}`, reason)}</span>
        )}
        <span className={primitives.quiet}>{t(remedyKeyOf(payout))}</span>
        {payout.is_proposed && <ProposalNote find={payout.id} />}
      </span>
      {payout.is_late && !payout.is_own_case && !payout.is_proposed && (
        <NoteButton
          size="xs"
          title={t('failed_back_title')}
          text={<p className={primitives.quiet}>{t('failed_back_text')}</p>}
          label={t('payout_halt_reason')}
          place={`staff:returned:${payout.id}`}
          actWith={(reason) => ({
            act: 'record_payout_returned',
            args: { payout_id: payout.id, reason },
          })}
        >
          {t('failed_back')}
        </NoteButton>
      )}
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
    </>
  )
}

/** Payouts that failed, were returned or are late, with what staff can do about each. */
export function FailedPayouts() {
  const { t } = useTranslation('staff')
  return (
    <>
      <p className={`${primitives.quiet} ${styles.intro}`}>{t('failed_payouts_text')}</p>
      <StaffList
        list="failed"
        find={t('find_payout')}
        empty={{ icon: CircleCheck, title: t('no_failed_payouts') }}
      >
        {(payout) => <Row payout={payout} />}
      </StaffList>
    </>
  )
}
