import {
  reclaimedMinor,
  actStepOf,
  type ActStep,
  type ChainPayment,
} from '@/domain/chain/chain-payments.ts'
import { formatMoney } from '@/domain/money/money.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { ToneBadge, type Tone } from '@/ui/tone-badge.tsx'
import { ChainLink } from './chain-link.tsx'
import styles from './chain.module.css'

const TONES: Record<ActStep, Tone> = {
  waiting: 'neutral',
  queued: 'neutral',
  refused: 'warn',
  sent: 'info',
  mined: 'info',
  final: 'good',
  failed: 'bad',
  given_up: 'bad',
  not_made: 'neutral',
}

interface Props {
  payment: ChainPayment
  currency: string
  side: OrderSide | null
}

/** The acts on the escrow for one payment, oldest first, each with its progress (queued, sent, final, failed). */
export function ActList({ payment, currency, side }: Props) {
  const { t, i18n } = useTranslation('chain')
  const isRefused = payment.acts.some(
    (act) => act.kind === 'capture' && actStepOf(act) === 'refused',
  )
  const reclaimed = reclaimedMinor(payment)
  return (
    <>
      {isRefused && <p className={primitives.warning}>{t('refused_text', { context: side })}</p>}
      <ul className={styles.acts} aria-label={t('acts')} aria-live="polite">
        {payment.acts.map((act, index) => {
          const step = actStepOf(act, payment.acts.slice(0, index))
          return (
            <li key={act.id}>
              <span>
                {t(`act_${act.kind}`, { context: side })}
                {act.fee_minor > 0 && (
                  <span className={primitives.quiet}>
                    {' · '}
                    {t('fee_within', {
                      amount: formatMoney(act.fee_minor, currency, i18n.language),
                    })}
                  </span>
                )}
              </span>
              <MoneyText minor={act.amount_minor - act.fee_minor} currency={currency} />
              <ToneBadge tone={TONES[step]}>{t(`step_${step}`)}</ToneBadge>
              {act.tx_hash && (
                <ChainLink chainId={payment.chain_id} kind="tx" value={act.tx_hash} />
              )}
            </li>
          )
        })}
        {reclaimed > 0 && (
          <li>
            <span>{t('act_reclaim', { context: side })}</span>
            <MoneyText minor={reclaimed} currency={currency} />
            <ToneBadge tone={TONES.final}>{t('step_final')}</ToneBadge>
          </li>
        )}
      </ul>
    </>
  )
}
