import { X } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { shortDecimal } from '@/lib/i18n/numbers.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { formatMoney } from '@/domain/money/money.ts'
import {
  filterParts,
  isYesFilter,
  type CreatorFilters,
  type FilterPart,
} from '@/domain/market/creator-filters.ts'
import { languageName } from '@/domain/market/market.ts'
import { wordLabel } from '@/domain/market/member-lists.ts'
import { SCALAR_FILTERS } from '@/domain/vocabulary.generated.ts'
import primitives from '@/ui/primitives.module.css'
import styles from './filter-chips.module.css'

/** Returns a function for the text of one chosen filter. */
export function useFilterLabel(): (part: FilterPart) => string {
  const { t, i18n } = useTranslation(['filters', 'common'])
  return ({ kind, value }) => {
    if (kind === 'searchTerm') return t('term_short', { term: value })
    if (kind === 'language') return languageName(value, i18n.language)
    if (kind === 'followersRanges')
      return t('followers_short', { range: textOr(`common:followers_range.${value}`, value) })
    if (isYesFilter(kind)) return t(`common:yes.${SCALAR_FILTERS[kind].column}.name`)
    if (kind === 'minPrice' || kind === 'maxPrice')
      return t(kind === 'minPrice' ? 'price_from_short' : 'price_to_short', {
        price: formatMoney(Number(value), 'USD', i18n.language),
      })
    if (kind === 'maxDeliveryDays') return t('delivery_in', { count: Number(value) })
    return kind === 'rating'
      ? t('rating_short', { rating: shortDecimal(Number(value), i18n.language) })
      : wordLabel(kind, value)
  }
}

interface Props {
  filters: CreatorFilters
  /** Makes each chip a button that removes its filter. */
  onChange?: (rest: CreatorFilters) => void
}

export function FilterChips({ filters, onChange }: Props) {
  const { t } = useTranslation('filters')
  const label = useFilterLabel()
  const parts = filterParts(filters)
  if (parts.length === 0)
    return onChange ? null : <span className={primitives.quiet}>{t('everyone')}</span>
  return (
    <ul className={styles.chips}>
      {parts.map((part) => (
        <li key={`${part.kind}:${part.value}`}>
          {onChange ? (
            <button
              type="button"
              className={styles.chip}
              aria-label={t('remove', { label: label(part) })}
              onClick={() => onChange(part.rest)}
            >
              {label(part)}
              <X size={13} aria-hidden />
            </button>
          ) : (
            <span className={styles.chip}>{label(part)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
