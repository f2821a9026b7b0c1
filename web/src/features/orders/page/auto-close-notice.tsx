import { useTranslation } from 'react-i18next'
import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { useTerms } from '@/domain/use-terms.ts'
import { useNow } from '@/lib/i18n/use-now.ts'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { autoCloseOf } from './auto-close.ts'

/** Says when and how the order is closed automatically if nobody acts. */
export function AutoCloseNotice({ order, side }: { order: Order; side: OrderSide }) {
  const { t } = useTranslation('orders')
  const close = autoCloseOf(order, useTerms(), useNow())
  if (!close) return null
  const { textKey } = close
  return (
    <p className={close.isLate ? primitives.warning : primitives.quiet}>
      {textKey === 'work_ends' || textKey === 'late_ends'
        ? t(textKey, { context: side })
        : t(textKey)}{' '}
      <TimeText value={close.at} show="full" />
    </p>
  )
}
