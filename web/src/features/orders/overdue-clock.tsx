import { useTranslation } from 'react-i18next'
import type { Order } from '@/domain/orders/order-query.ts'
import { movesItselfAt } from '@/domain/orders/orders.ts'
import { useTerms } from '@/domain/use-terms.ts'
import { useNow } from '@/lib/use-now.ts'
import { TimeText } from '@/ui/time-text.tsx'
import styles from './orders.module.css'

const WORDS = {
  in_progress: 'late_ends',
  in_revision: 'late_ends',
  awaiting_ruling: 'ruling_late',
  appealed: 'appeal_late',
} as const

/** When an order that is overdue ends by itself, and how. */
export function OverdueClock({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const terms = useTerms()
  const now = useNow()
  const { status, due_at } = order
  if (!due_at || !(status in WORDS) || new Date(due_at).getTime() > now.getTime()) return null
  return (
    <p className={styles.asked}>
      {t(WORDS[status as keyof typeof WORDS])}{' '}
      <TimeText value={movesItselfAt(status, due_at, terms)} show="full" />
    </p>
  )
}
