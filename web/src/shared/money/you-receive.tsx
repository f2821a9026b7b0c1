import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useTerms } from '@/domain/use-terms.ts'
import primitives from '@/ui/primitives.module.css'
import { creatorShare } from '@/domain/money/creator-share.ts'
import { hasNoPayout } from '@/domain/money/ledger.ts'
import { formatMoney } from '@/domain/money/money.ts'

interface Props {
  /** The typed price; null until an amount is typed. */
  price: number | null
  currency: string
}

/** Shows a creator who enters a price the amount that they receive. */
export function YouReceive({ price, currency }: Props) {
  const { t, i18n } = useTranslation(['common', 'payments'])
  const percent = useTerms((terms) => terms.creator_fee)
  const amount = price && formatMoney(creatorShare(price, percent), currency, i18n.language)
  return (
    <p role="status" className={primitives.quiet}>
      {amount && t('you_receive', { amount, percent })}
      {hasNoPayout(currency) && ` ${t('payments:not_paid_out', { currency })}`}
    </p>
  )
}
