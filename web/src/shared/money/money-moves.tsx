import { useTranslation } from '@/lib/i18n/use-translation.ts'
import primitives from '@/ui/primitives.module.css'
import type { LedgerEvent } from '@/domain/money/ledger.ts'
import styles from './money-moves.module.css'
import { MoneyText } from './money-text.tsx'

/** Effect of an event on the reader's money: transfers between the reader's accounts have no sign, gains and losses have one. */
export function MoneyMoves({ event }: { event: LedgerEvent }) {
  const { t } = useTranslation('payments')
  return (
    <ul className={styles.moves}>
      {event.moved.map(({ from, to, amount_minor }) => (
        <li key={`${from} ${to}`}>
          <span className={primitives.quiet}>
            {t(`kind_${from}`)} → {t(`kind_${to}`)}
          </span>{' '}
          <MoneyText minor={amount_minor} currency={event.currency} />
        </li>
      ))}
      {event.changed.map(({ kind, amount_minor }) => (
        <li key={kind} data-in={amount_minor > 0 || undefined}>
          <span className={primitives.quiet}>{t(`kind_${kind}`)}</span>{' '}
          <MoneyText minor={amount_minor} currency={event.currency} signed />
        </li>
      ))}
    </ul>
  )
}
