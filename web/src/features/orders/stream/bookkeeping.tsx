import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { LedgerEvent } from '@/domain/money/ledger.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { MoneyMoves } from '@/shared/money/money-moves.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import styles from './order-stream.module.css'

/** Every entry of the reader's ledger that this order caused, for who wants to follow each amount. */
export function Bookkeeping({ money }: { money: LedgerEvent[] }) {
  const { t } = useTranslation('orders')
  if (money.length === 0) return null
  return (
    <details className={styles.details}>
      <summary>{t('bookkeeping')}</summary>
      <ul className={styles.entries}>
        {money.map((each) => (
          <li key={each.transfer_id} className={styles.event}>
            <strong>{textOr(`payments:event_${each.event}`, each.event)}</strong>
            <TimeText value={each.created_at} show="full" className={primitives.quiet} />
            <MoneyMoves event={each} />
          </li>
        ))}
      </ul>
    </details>
  )
}
