import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import {
  creatorCountQuery,
  optionCountsQuery,
  type ResultCount,
} from '@/domain/market/creator-count.ts'
import type { CreatorFilters } from '@/domain/market/creator-filters.ts'
import { aboutNumber, wholeNumber } from '@/lib/i18n/numbers.ts'

/** The last number stays until the next one is known. */
const useCount = (filters: CreatorFilters) =>
  useQuery({ ...creatorCountQuery(filters), placeholderData: keepPreviousData }).data

/** "12" or "2,300". */
export function useCreatorNumber(filters: CreatorFilters): string | undefined {
  const { i18n } = useTranslation()
  const data = useCount(filters)
  if (!data) return undefined
  return (data.is_exact ? wholeNumber : aboutNumber)(data.total, i18n.language)
}

/** "12 creators" or "About 2,300 creators". */
export const useCreatorCount = (filters: CreatorFilters) => useCountText(useCount(filters))

export function useCountText(data: ResultCount | null | undefined): string | undefined {
  const { t, i18n } = useTranslation()
  if (!data) return undefined
  return data.is_exact
    ? t('creators.count', { count: data.total, number: wholeNumber(data.total, i18n.language) })
    : t('creators.count_about', { number: aboutNumber(data.total, i18n.language) })
}

/** The number beside an option; empty until it is known, and where an estimate has found nobody. */
export function useOptionCounts(filters: CreatorFilters, enabled: boolean) {
  const { i18n } = useTranslation()
  const { data } = useQuery({
    ...optionCountsQuery(filters),
    enabled,
    placeholderData: keepPreviousData,
  })
  return (key: string, word: string): string | undefined => {
    if (!enabled) return undefined
    const count = data?.options[key]?.[word] ?? 0
    if (data?.is_exact) return wholeNumber(count, i18n.language)
    return count > 0 ? aboutNumber(count, i18n.language) : ''
  }
}
