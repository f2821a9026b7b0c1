import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import {
  creatorCountQuery,
  optionCountsQuery,
  type ResultCount,
} from '@/domain/market/creator-count.ts'
import type { CreatorFilters } from '@/domain/market/creator-filters.ts'
import { aboutNumber, groupedNumber } from '@/lib/i18n/numbers.ts'

/** Counts the creators. The previous number stays until the new one is loaded. */
const useCount = (filters: CreatorFilters) =>
  useQuery({ ...creatorCountQuery(filters), placeholderData: keepPreviousData }).data

/** The number of creators, for example "12" or "2,300". */
export function useCreatorNumber(filters: CreatorFilters): string | undefined {
  const { i18n } = useTranslation()
  const data = useCount(filters)
  if (!data) return undefined
  return (data.is_exact ? groupedNumber : aboutNumber)(data.total, i18n.language)
}

/** The number of creators in words, for example "12 creators" or "About 2,300 creators". */
export const useCreatorCount = (filters: CreatorFilters) => useCountText(useCount(filters))

export function useCountText(data: ResultCount | null | undefined): string | undefined {
  const { t, i18n } = useTranslation()
  if (!data) return undefined
  return data.is_exact
    ? t('creators.count', { count: data.total, number: groupedNumber(data.total, i18n.language) })
    : t('creators.count_about', { number: aboutNumber(data.total, i18n.language) })
}

/** Numbers beside the options; empty while loading, and if an estimate is 0. */
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
    if (data?.is_exact) return groupedNumber(count, i18n.language)
    return count > 0 ? aboutNumber(count, i18n.language) : ''
  }
}
