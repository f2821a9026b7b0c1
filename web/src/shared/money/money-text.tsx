import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { formatMoney, type Minor } from '@/domain/money/money.ts'

interface Props {
  minor: Minor
  currency: string
  /** True to show a plus sign before gains. */
  signed?: boolean
  className?: string
}

export function MoneyText({ minor, currency, signed = false, className }: Props) {
  const { i18n } = useTranslation()
  const text = formatMoney(minor, currency, i18n.language)
  return (
    <span className={`k-numbers ${className ?? ''}`}>
      {signed && minor > 0 ? `+${text}` : text}
    </span>
  )
}
