import { useTranslation } from 'react-i18next'
import { ToneBadge, type Tone } from '@/ui/tone-badge.tsx'
import type { OrderStatus } from './orders.ts'

const ORDER_TONES: Partial<Record<OrderStatus, Tone>> = {
  pending_payment: 'warn',
  funded: 'info',
  in_progress: 'info',
  delivered: 'warn',
  in_revision: 'warn',
  completed: 'good',
  disputed: 'bad',
  settled: 'good',
}

/** The state of an order, in words and colour. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  const { t } = useTranslation()
  return (
    <ToneBadge tone={ORDER_TONES[status] ?? 'neutral'}>{t(`order_status.${status}`)}</ToneBadge>
  )
}
