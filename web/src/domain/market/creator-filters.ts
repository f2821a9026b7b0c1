// The filters of a creator search: one shape for the URL, a saved search and a campaign.
import { FOLLOWER_RANGES, LIMITS } from '../vocabulary.generated.ts'
import { LIST_NAMES, type MemberList } from './member-lists.ts'

export type FollowersRange = (typeof FOLLOWER_RANGES)[number]

export const CREATOR_SORTS = ['rating', 'followers', 'newest', 'relevance'] as const
export type CreatorSort = (typeof CREATOR_SORTS)[number]

export type CreatorFilters = {
  searchTerm?: string
  language?: string
  followersRanges?: FollowersRange[]
  rating?: number
  verified?: boolean
  /** Cents of a dollar. */
  minPrice?: number
  maxPrice?: number
  maxDeliveryDays?: number
} & { [List in MemberList]?: string[] }

export const SEARCH_TERM_MAX = LIMITS.filter_keys_term_length.max
/** More than any pack costs, and as much as an address carries. */
export const MAX_PRICE_CENTS = 99_999_999_999

const isRange = (value: string): value is FollowersRange =>
  (FOLLOWER_RANGES as readonly string[]).includes(value)

const isSort = (value: string | null): value is CreatorSort =>
  (CREATOR_SORTS as readonly (string | null)[]).includes(value)

// A shared link may carry anything: what is not a plain word is dropped, the rest is the server's.
const words = (value: string | null): string[] => [
  ...new Set((value ?? '').split(',').filter((word) => /^[a-z0-9_-]{1,40}$/.test(word))),
]

// In an address prices are dollars, as people read them.
const centsOf = (dollars: string | null) =>
  /^\d{1,9}(\.\d{1,2})?$/.test(dollars ?? '') ? Math.round(Number(dollars) * 100) : undefined

/** Leaves only what is set: an absent, empty or false filter is not a filter. */
export function cleanFilters(filters: CreatorFilters): CreatorFilters {
  const clean: CreatorFilters = {}
  const term = filters.searchTerm?.trim().slice(0, SEARCH_TERM_MAX)
  if (term) clean.searchTerm = term
  if (filters.language) clean.language = filters.language
  for (const list of LIST_NAMES) if (filters[list]?.length) clean[list] = filters[list].toSorted()
  const ranges = filters.followersRanges
  if (ranges?.length) clean.followersRanges = FOLLOWER_RANGES.filter((r) => ranges.includes(r))
  if (filters.rating && filters.rating > 0) clean.rating = filters.rating
  if (filters.verified) clean.verified = true
  if (filters.minPrice) clean.minPrice = filters.minPrice
  if (filters.maxPrice) clean.maxPrice = filters.maxPrice
  if (filters.maxDeliveryDays) clean.maxDeliveryDays = filters.maxDeliveryDays
  return clean
}

export function filtersFromParams(params: URLSearchParams): CreatorFilters {
  const rating = Number(params.get('rating'))
  const days = Number(params.get('days'))
  return cleanFilters({
    searchTerm: params.get('q') ?? undefined,
    language: words(params.get('language'))[0],
    ...Object.fromEntries(LIST_NAMES.map((list) => [list, words(params.get(list))])),
    // `1m+` holds a plus sign, which a hand-written link turns into a space.
    followersRanges: (params.get('followers') ?? '')
      .split(',')
      .map((range) => (range.trim() === '1m' ? '1m+' : range.trim()))
      .filter(isRange),
    rating: rating >= 1 && rating <= 5 ? rating : undefined,
    verified: params.get('verified') === '1',
    minPrice: centsOf(params.get('min_price')),
    maxPrice: centsOf(params.get('max_price')),
    maxDeliveryDays: Number.isInteger(days) && days >= 1 && days <= 90 ? days : undefined,
  })
}

export function filtersToParams(filters: CreatorFilters, sort?: CreatorSort): URLSearchParams {
  const clean = cleanFilters(filters)
  const params = new URLSearchParams()
  if (clean.searchTerm) params.set('q', clean.searchTerm)
  if (clean.language) params.set('language', clean.language)
  for (const list of LIST_NAMES) if (clean[list]) params.set(list, clean[list].join(','))
  if (clean.followersRanges) params.set('followers', clean.followersRanges.join(','))
  if (clean.rating) params.set('rating', String(clean.rating))
  if (clean.verified) params.set('verified', '1')
  if (clean.minPrice) params.set('min_price', String(clean.minPrice / 100))
  if (clean.maxPrice) params.set('max_price', String(clean.maxPrice / 100))
  if (clean.maxDeliveryDays) params.set('days', String(clean.maxDeliveryDays))
  if (sort && sort !== defaultSort(clean)) params.set('sort', sort)
  return params
}

/** Sort order until the person chooses one: by relevance when a search term is typed. */
export const defaultSort = (filters: CreatorFilters): CreatorSort =>
  filters.searchTerm ? 'relevance' : 'rating'

export function sortFromParams(params: URLSearchParams): CreatorSort {
  const sort = params.get('sort')
  return isSort(sort) ? sort : defaultSort(filtersFromParams(params))
}

/** How many filters are set, each chosen value of a list counted once. */
export function countFilters(filters: CreatorFilters): number {
  return Object.values(cleanFilters(filters)).reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? value.length : 1),
    0,
  )
}

export type FilterPart = {
  kind: keyof CreatorFilters
  value: string
  /** The filters without this one choice. */
  rest: CreatorFilters
}

/** Each choice on its own, so that it can be named and taken back on its own. */
export function filterParts(filters: CreatorFilters): FilterPart[] {
  const clean = cleanFilters(filters)
  const parts: FilterPart[] = []
  for (const kind of Object.keys(clean) as (keyof CreatorFilters)[]) {
    const value = clean[kind]
    if (Array.isArray(value)) {
      for (const one of value)
        parts.push({
          kind,
          value: one,
          rest: cleanFilters({ ...clean, [kind]: value.filter((other) => other !== one) }),
        })
    } else {
      parts.push({
        kind,
        value: String(value),
        rest: cleanFilters({ ...clean, [kind]: undefined }),
      })
    }
  }
  return parts
}

/** Reads what the database keeps as JSON; it was validated when it was saved. */
export function filtersFromJson(json: unknown): CreatorFilters & { emailNotifications: boolean } {
  const value = (typeof json === 'object' && json !== null ? json : {}) as CreatorFilters & {
    emailNotifications?: boolean
  }
  return { ...cleanFilters(value), emailNotifications: value.emailNotifications === true }
}
