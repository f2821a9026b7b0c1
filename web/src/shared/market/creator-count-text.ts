import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { creatorCountQuery, optionCountsQuery } from '@/domain/market/creator-count.ts'
import type { CreatorFilters } from '@/domain/market/creator-filters.ts'
import { aboutNumber, wholeNumber } from '@/lib/i18n/numbers.ts'

type Options = Pick<ReturnType<typeof creatorCountQuery>, 'meta' | 'staleTime'>

/** "12 creators" or "About 2,300 creators"; the last number stays until the next one is known. */
export function useCreatorCount(filters: CreatorFilters, options?: Options): string | undefined {
  const { t, i18n } = useTranslation()
  const { data } = useQuery({
    ...creatorCountQuery(filters),
    ...options,
    placeholderData: keepPreviousData,
  })
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
