import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import {
  chainPaymentsQuery,
  signedPayment,
  useLiveActs,
  type ChainPayment,
} from '@/domain/chain/chain-payments.ts'
import { networkName } from '@/domain/chain/networks.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { paths } from '@/domain/paths.ts'
import { shortDate } from '@/lib/i18n/time.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { ActList } from '@/shared/chain/act-list.tsx'
import { ChainLink } from '@/shared/chain/chain-link.tsx'
import { SavePaymentInfo } from '@/shared/chain/save-payment-info.tsx'
import { Fact } from '@/ui/fact.tsx'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'

interface Props {
  order: Order
  side: OrderSide | null
}

function PaymentAddresses({ payment }: { payment: ChainPayment }) {
  const { t } = useTranslation('chain')
  const { chain_id } = payment
  return (
    <dl className={primitives.pairs}>
      {(['payer', 'escrow', 'receiver'] as const).map((end) => (
        <Fact key={end} name={t(`end_${end}`)}>
          <ChainLink chainId={chain_id} kind="address" value={payment[end]} />
        </Fact>
      ))}
    </dl>
  )
}

/** Tells a brand how it can take its money back without us, and saves the file for it. */
function ReclaimHint({ order, payment }: { order: Order; payment: ChainPayment }) {
  const { t, i18n } = useTranslation('chain')
  const date = shortDate(new Date(Number(payment.authorization_expiry) * 1000), i18n.language)
  return (
    <>
      {payment.closed_at === null && (
        <p className={primitives.quiet}>
          {t('back_alone', { date })}{' '}
          <Anchor component={Link} href={paths.reclaim} inherit>
            {t('back_how')}
          </Anchor>
        </p>
      )}
      <div>
        <SavePaymentInfo number={order.number} payment={payment} />
      </div>
    </>
  )
}

/** The acts of the escrow with an order's money, and what can still happen to it. */
export function ChainRecord({ order, side }: Props) {
  const { t } = useTranslation('chain')
  const { data = [] } = useQuery(chainPaymentsQuery(order.id))
  useLiveActs(order.id)
  const payment = signedPayment(data)
  if (!payment) return null
  return (
    <SectionCard title={t('record_title')}>
      <div className={primitives.stack}>
        <p className={primitives.quiet}>
          {t('record_text', { network: networkName(payment.chain_id) })}
        </p>
        <ActList payment={payment} currency={order.currency} side={side} />
        <PaymentAddresses payment={payment} />
        {side === 'brand' && <ReclaimHint order={order} payment={payment} />}
      </div>
    </SectionCard>
  )
}
