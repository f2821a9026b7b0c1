import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import {
  filtersFromParams,
  filtersToParams,
  sortFromParams,
  type CreatorFilters,
  type CreatorSort,
} from '@/domain/market/creator-filters.ts'
import { rememberSearch } from '@/domain/market/last-search.ts'

/** Scrolls to the top, because the reader may be at the end of a long list. */
const showFirst = () => window.scrollTo(0, 0)

/** Filters in the URL, so that a search can be shared and the back button undoes a choice. */
export function useSearchFilters() {
  const [params, setParams] = useSearchParams()
  const key = params.toString()
  useEffect(() => rememberSearch(key), [key])
  const { filters, sort } = useMemo(() => {
    const read = new URLSearchParams(key)
    return { filters: filtersFromParams(read), sort: sortFromParams(read) }
  }, [key])

  return {
    filters,
    sort,
    setFilters(next: CreatorFilters, { replace = false } = {}) {
      // A chosen sort order is kept, except "relevance" after the term is removed.
      const chosen = params.get('sort') ? sort : undefined
      const kept = chosen === 'relevance' && !next.searchTerm ? undefined : chosen
      setParams(filtersToParams(next, kept), { replace })
      showFirst()
    },
    setSort(next: CreatorSort) {
      setParams(filtersToParams(filters, next))
      showFirst()
    },
  }
}
