import { useQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/shared/members/profile.tsx'
import { formatMoney } from '@/domain/money/money.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge, type Tone } from '@/ui/tone-badge.tsx'
import { payoutsQuery, useWithdrawPayout, type Payout } from './queries.ts'
import styles from './payments.module.css'

const TONES: Record<string, Tone> = {
  requested: 'info',
  sending: 'info',
  sent: 'good',
  failed: 'bad',
}

/** Reasons that the database gives; staff write the others. */
const REASONS: Record<string, 'failed_chargeback' | 'failed_returned'> = {
  chargeback: 'failed_chargeback',
  'returned by the provider': 'failed_returned',
}

/** Money that staff are sending may have left already. */
const stateOf = ({ status, taken_at }: Payout) =>
  status === 'requested' && taken_at !== null ? 'sending' : status

function PayoutRow({ payout }: { payout: Payout }) {
  const { t, i18n } = useTranslation('payments')
  const withdraw = useWithdrawPayout()
  const state = stateOf(payout)
  const reason = payout.failure_reason && REASONS[payout.failure_reason]
  const amount = formatMoney(payout.amount_minor, payout.currency, i18n.language)
  return (
    <li>
      <span className={primitives.words}>
        <strong>
          <MoneyText minor={payout.amount_minor} currency={payout.currency} />
        </strong>
        <span className={primitives.quiet}>
          {payout.source === 'wallet' ? t('kind_card') : payout.method} ·{' '}
          <TimeText value={payout.created_at} show="date" />
        </span>
        {payout.provider_ref && (
          <span className={primitives.quiet}>
            {t('payout_reference', { reference: payout.provider_ref })}
          </span>
        )}
        {payout.failure_reason && (
          <span className={primitives.quiet}>{reason ? t(reason) : payout.failure_reason}</span>
        )}
        {state === 'requested' && (
          <ConfirmButton
            variant="default"
            size="compact-sm"
            className={styles.act}
            title={t('payout_withdraw_title', { amount })}
            text={t(payout.source === 'wallet' ? 'refund_withdraw_text' : 'payout_withdraw_text')}
            confirmLabel={t('payout_withdraw', { amount })}
            onConfirm={() => withdraw.mutateAsync(payout.id)}
          >
            {t('payout_withdraw', { amount })}
          </ConfirmButton>
        )}
      </span>
      <ToneBadge tone={TONES[state] ?? 'neutral'}>{t(`payout_${state}`)}</ToneBadge>
    </li>
  )
}

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
        empty={{
          icon: Banknote,
          title: t(role === 'kol' ? 'no_payouts' : 'no_refunds'),
          text: t(role === 'kol' ? 'no_payouts_text' : 'no_refunds_text'),
        }}
      >
        {(list) => (
          <ul className={styles.rows}>
            {list.map((payout) => (
              <PayoutRow key={payout.id} payout={payout} />
            ))}
          </ul>
        )}
      </QueryView>
    </SectionCard>
  )
}
