import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { formatMoney } from '@/domain/money/money.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import primitives from '@/ui/primitives.module.css'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge, type Tone } from '@/ui/tone-badge.tsx'
import { keptPayoutsQuery, payoutsQuery, useWithdrawPayout, type Payout } from './queries.ts'
import styles from './payments.module.css'

const TONES: Record<string, Tone> = {
  requested: 'info',
  sending: 'info',
  sent: 'good',
  arrived: 'good',
  failed: 'bad',
  returned: 'bad',
}

/** Reasons given by the database and by providers; all others are texts by staff. */
const REASONS = [
  'account_changed',
  'account_closed',
  'account_not_found',
  'account_not_ready',
  'account_refused',
  'bank_refused',
  'card_refused',
  'instant_refused',
] as const
const OLDER_REASONS: Record<string, 'failed_chargeback' | 'failed_returned'> = {
  chargeback: 'failed_chargeback',
  'returned by the provider': 'failed_returned',
}

const reasonOf = (text: string) => {
  const known = REASONS.find((each) => each === text)
  return known ? (`failed_${known}` as const) : OLDER_REASONS[text]
}

/** The state of a payout. A payout that was taken to be sent may have left already. */
const stateOf = ({ status, taken_at }: Payout) =>
  status === 'requested' && taken_at !== null ? 'sending' : status

const STEPS = ['requested', 'sent', 'arrived'] as const

/** The steps of a payout that a provider sends. A payout by hand has none, because its arrival is not reported. */
function Steps({ payout }: { payout: Payout }) {
  const { t } = useTranslation('payments')
  const at = STEPS.findIndex((step) => step === payout.status)
  if (at === -1 || payout.provider === 'manual' || payout.source === 'wallet') return null
  return (
    <ol className={styles.steps}>
      {STEPS.map((step, place) => (
        <li
          key={step}
          data-done={place <= at || undefined}
          aria-current={place === at ? 'step' : undefined}
        >
          {t(`payout_${step}`)}
        </li>
      ))}
    </ol>
  )
}

function Facts({ payout }: { payout: Payout }) {
  const { t } = useTranslation('payments')
  const isWaiting = stateOf(payout) === 'requested'
  const { data: kept } = useQuery({ ...keptPayoutsQuery(), enabled: isWaiting })
  const reason = payout.failure_reason && reasonOf(payout.failure_reason)
  const number = payout.trace ?? payout.provider_ref
  return (
    <>
      {payout.status === 'sent' && payout.expected_on && (
        <span className={primitives.quiet}>
          {t('payout_expected')} <TimeText value={`${payout.expected_on}T12:00:00`} show="date" />
        </span>
      )}
      {payout.status === 'requested' && payout.waits_until && (
        <span className={primitives.quiet}>
          {t('payout_waits')} <TimeText value={payout.waits_until} show="full" />
        </span>
      )}
      {isWaiting && kept?.includes(payout.id) && (
        <span className={primitives.quiet}>{t('payout_kept')}</span>
      )}
      {number && (
        <span className={primitives.quiet}>
          {t(payout.trace ? 'payout_trace' : 'payout_reference', { reference: number })}
        </span>
      )}
      {payout.failure_reason && (
        <span className={primitives.quiet}>{reason ? t(reason) : payout.failure_reason}</span>
      )}
      {payout.needs_other_way && <span className={primitives.quiet}>{t('payout_owed')}</span>}
    </>
  )
}

function PayoutRow({ payout }: { payout: Payout }) {
  const { t, i18n } = useTranslation('payments')
  const withdraw = useWithdrawPayout()
  const state = stateOf(payout)
  const amount = formatMoney(payout.amount_minor, payout.currency, i18n.language)
  return (
    <li>
      <span className={primitives.words}>
        <strong>
          <MoneyText minor={payout.amount_minor} currency={payout.currency} />
        </strong>
        <span className={primitives.quiet}>
          {payout.method_id === null ? t('kind_card') : payout.method} ·{' '}
          <TimeText value={payout.created_at} show="date" />
        </span>
        <Facts payout={payout} />
        <Steps payout={payout} />
        {state === 'requested' && (
          <ConfirmButton
            variant="default"
            size="compact-sm"
            className={styles.act}
            title={t('payout_withdraw_title', { amount })}
            text={t(payout.source === 'wallet' ? 'refund_withdraw_text' : 'payout_withdraw_text')}
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
  const query = useInfiniteQuery(payoutsQuery(profile.id))
  return (
    <SectionCard title={t(role === 'kol' ? 'payouts' : 'refunds')}>
      <QueryView
        bare
        more="auto"
        query={query}
        skeleton={<ListSkeleton rows={2} />}
        empty={{
          icon: Banknote,
          title: t(role === 'kol' ? 'no_payouts' : 'no_refunds'),
          text: t(role === 'kol' ? 'no_payouts_text' : 'no_refunds_text'),
        }}
      >
        {(data) => (
          <ul className={styles.rows}>
            {data.pages.flat().map((payout) => (
              <PayoutRow key={payout.id} payout={payout} />
            ))}
          </ul>
        )}
      </QueryView>
    </SectionCard>
  )
}
