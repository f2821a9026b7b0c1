import { Button } from '@mantine/core'
import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { showFailure } from '@/lib/api/query-client.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { formatMoney } from '@/domain/money/money.ts'
import { isolated } from '@/lib/i18n/text.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { GroupName } from '@/ui/named-group.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge } from '@/ui/tone-badge.tsx'
import { ChainAlarms } from './chain-alarms.tsx'
import { NoteButton } from './note-button.tsx'
import { ProposalNote } from './proposed.tsx'
import type { PayoutAccount } from './queries.ts'
import { HaltOrRelease, PayoutControls } from './payout-controls.tsx'
import { SendPayoutDialog } from './send-payout-dialog.tsx'
import { useTakePayout } from './staff-actions.ts'
import { MemberLink } from './links.tsx'
import { StaffList } from './staff-list.tsx'
import type { QueuedPayout } from './staff-rows.ts'

const KEPT = [
  'halted',
  'late_state',
  'refused',
  'frozen',
  'suspended',
  'above_limit',
  'account',
  'new_account',
  'disputed',
] as const
const keptKey = (text: string) =>
  `payout_kept_${KEPT.find((each) => each === text) ?? 'disputed'}` as const

type Sending = { payout: QueuedPayout; account: PayoutAccount }

function Facts({ payout }: { payout: QueuedPayout }) {
  const { t } = useTranslation(['staff', 'common', 'payments'])
  return (
    <span className={primitives.words}>
      <GroupName>
        <MoneyText minor={payout.amount_minor} currency={payout.currency} /> ·{' '}
        <MemberLink id={payout.profile_id} name={payout.display_name} />
        {payout.is_suspended && <ToneBadge tone="bad">{t('suspended')}</ToneBadge>}
        {payout.taken_at && <ToneBadge tone="info">{t('payments:payout_sending')}</ToneBadge>}
        {payout.kept_because && !payout.taken_at && payout.kept_because !== 'suspended' && (
          <ToneBadge tone="warn">{t(keptKey(payout.kept_because))}</ToneBadge>
        )}
      </GroupName>
      <span className={primitives.quiet}>
        {payout.provider === 'manual'
          ? payout.method
          : t('payout_by_provider', { provider: payout.provider })}
        {payout.holder && ` · ${isolated(payout.holder)}`} · <TimeText value={payout.created_at} />
      </span>
      {payout.kept_because === 'new_account' && payout.waits_until && (
        <span className={primitives.quiet}>
          {t('payout_waits')} <TimeText value={payout.waits_until} show="full" />
        </span>
      )}
      {payout.halt_reason && <span className={primitives.quiet}>{payout.halt_reason}</span>}
      {payout.problem && (
        <span className={primitives.quiet}>
          {t('payout_tried', { count: payout.attempts, problem: payout.problem })}
        </span>
      )}
      {payout.taken_at && payout.provider === 'manual' && (
        <span className={primitives.quiet}>
          {t('payout_taken_by', { name: isolated(payout.taker ?? t('common:unknown')) })}{' '}
          <TimeText value={payout.taken_at} />
        </span>
      )}
      {payout.is_own_case && <span className={primitives.quiet}>{t('payout_own_case')}</span>}
      {payout.is_proposed && <ProposalNote find={payout.id} />}
    </span>
  )
}

/**
 * Says when the money of a failed payout returns: at once if the reader has taken the payout. Otherwise a second member
 * of staff has to confirm, because only the one who took it knows whether it was sent.
 */
export function FailedPayoutText({ payout }: { payout: Pick<QueuedPayout, 'taken_by'> }) {
  const { t } = useTranslation('staff')
  const { profile: me } = useProfile()
  const isMine = payout.taken_by === me.id
  return (
    <p className={primitives.quiet}>{t(isMine ? 'payout_fail_text' : 'payout_fail_text_two')}</p>
  )
}

function Actions({ payout, onTaken }: { payout: QueuedPayout; onTaken: (s: Sending) => void }) {
  const { t, i18n } = useTranslation(['staff', 'common'])
  const { profile: me } = useProfile()
  const take = useTakePayout()
  const send = () => take.mutateAsync(payout.id).then((account) => onTaken({ payout, account }))
  const isManual = payout.provider === 'manual'
  const amount = formatMoney(payout.amount_minor, payout.currency, i18n.language)
  const name = isolated(payout.display_name ?? t('common:unknown'))
  if (payout.is_own_case) return null
  return (
    <footer className={primitives.wrap}>
      {/* A payout that is held back cannot be taken. */}
      {isManual && payout.taken_at === null && payout.kept_because === null && (
        <ConfirmButton
          size="xs"
          data-open
          title={t('payout_take_title', { amount, name })}
          text={t('payout_take_text')}
          onConfirm={send}
        >
          {t('payout_take')}
        </ConfirmButton>
      )}
      {isManual && payout.taken_at !== null && payout.taken_by === me.id && (
        <Button
          size="xs"
          data-open
          loading={take.isPending}
          onClick={() => void send().catch(showFailure)}
        >
          {t('payout_go_on')}
        </Button>
      )}
      <HaltOrRelease payout={payout} />
      {(isManual || payout.taken_at === null) && (
        <NoteButton
          size="xs"
          title={t('payout_fail_title')}
          text={<FailedPayoutText payout={payout} />}
          label={t('payout_fail_reason')}
          place={`staff:payout:${payout.id}`}
          actWith={(reason) => ({
            act: 'record_payout_failed',
            args: { payout_id: payout.id, reason },
          })}
        >
          {t('payout_fail')}
        </NoteButton>
      )}
    </footer>
  )
}

/** Payouts and refunds that are not sent yet. */
export function Payouts() {
  const { t } = useTranslation('staff')
  const [sending, setSending] = useState<Sending | null>(null)
  return (
    <>
      <ChainAlarms />
      <PayoutControls />
      <StaffList
        list="payouts"
        find={t('find_payout')}
        empty={{ icon: HandCoins, title: t('no_payouts'), text: t('no_payouts_text') }}
      >
        {(payout) => (
          <>
            <Facts payout={payout} />
            <Actions payout={payout} onTaken={setSending} />
          </>
        )}
      </StaffList>
      <SendPayoutDialog
        key={sending?.payout.id}
        sending={sending}
        onClose={() => setSending(null)}
      />
    </>
  )
}
