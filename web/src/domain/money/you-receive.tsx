import { useTranslation } from 'react-i18next'
import { useTerms } from '@/domain/use-terms.ts'
import primitives from '@/ui/primitives.module.css'
import { creatorShare } from './creator-share.ts'
import { formatMoney } from './money.ts'

interface Props {
  /** Null while no amount is typed. */
  price: number | null
  currency: string
}

/** For a creator who names a price: what of it is theirs. */
export function YouReceive({ price, currency }: Props) {
  const { t, i18n } = useTranslation()
  const percent = useTerms((terms) => terms.creator_fee)
  const amount = price && formatMoney(creatorShare(price, percent), currency, i18n.language)
  return (
    <p role="status" className={primitives.quiet}>
      {amount && t('you_receive', { amount, percent })}
    </p>
  )
}
