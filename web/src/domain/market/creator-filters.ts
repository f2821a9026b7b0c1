// The filters of a creator search: one shape for the URL, a saved search and a campaign.
import { changedFrom } from '@/lib/changed.ts'
import { FOLLOWER_RANGES, LIMITS, SCALAR_FILTERS } from '../vocabulary.generated.ts'
import { LIST_NAMES, type MemberList } from './member-lists.ts'

export type FollowersRange = (typeof FOLLOWER_RANGES)[number]

export const CREATOR_SORTS = [
  'rating',
  'price',
  'delivery',
  'followers',
  'newest',
  'relevance',
] as const
export type CreatorSort = (typeof CREATOR_SORTS)[number]

type Scalars = typeof SCALAR_FILTERS
type KeysOf<Type> = {
  [Key in keyof Scalars]: Scalars[Key]['type'] extends Type ? Key : never
}[keyof Scalars]
/** A filter that is either set or not. The form, the chips and the address treat all such filters alike. */
export type YesFilter = KeysOf<'boolean'>

/** Prices are in cents of a dollar. */
export type CreatorFilters = { searchTerm?: string; followersRanges?: FollowersRange[] } & {
  [List in MemberList]?: string[]
} & { [Key in KeysOf<'string'>]?: string } & { [Key in KeysOf<'number'>]?: number } & {
  [Key in YesFilter]?: boolean
}

const SCALARS = Object.keys(SCALAR_FILTERS) as (keyof Scalars)[]
export const isYesFilter = (key: keyof CreatorFilters): key is YesFilter =>
  key in SCALAR_FILTERS && SCALAR_FILTERS[key as keyof Scalars].type === 'boolean'
export const YES_FILTERS = SCALARS.filter(isYesFilter)

export const SEARCH_TERM_MAX = LIMITS.filter_keys_term_length.max
/** The highest price that an address can contain; no pack costs that much. */
export const MAX_PRICE_CENTS = 99_999_999_999

const isRange = (value: string): value is FollowersRange =>
  (FOLLOWER_RANGES as readonly string[]).includes(value)

const isSort = (value: string | null): value is CreatorSort =>
  (CREATOR_SORTS as readonly (string | null)[]).includes(value)

// A shared link may contain anything: texts that are not plain words are dropped; the server checks the rest.
const words = (value: string | null): string[] => [
  ...new Set((value ?? '').split(',').filter((word) => /^[a-z0-9_-]{1,40}$/.test(word))),
]

// In an address, prices are in dollars.
const centsOf = (dollars: string | null) =>
  /^\d{1,9}(\.\d{1,2})?$/.test(dollars ?? '') ? Math.round(Number(dollars) * 100) : undefined

const within = (least: number, most: number, text: string | null) =>
  Number(text) >= least && Number(text) <= most ? Number(text) : undefined

/** Parameter of each filter with one value. A filter of type yes is not listed: its parameter has its own name and the value 1. */
const IN_ADDRESS: {
  [Key in Exclude<keyof Scalars, YesFilter>]: {
    name: string
    read: (text: string | null) => CreatorFilters[Key]
    write?: (value: number) => number
  }
} = {
  language: { name: 'language', read: (text) => words(text)[0] },
  rating: { name: 'rating', read: (text) => within(1, 5, text) },
  minPrice: { name: 'min_price', read: centsOf, write: (cents) => cents / 100 },
  maxPrice: { name: 'max_price', read: centsOf, write: (cents) => cents / 100 },
  maxDeliveryDays: {
    name: 'days',
    read: (text) => (Number.isInteger(Number(text)) ? within(1, 90, text) : undefined),
  },
}

/** Removes filters that are not set: absent, empty or false ones. */
export function cleanFilters(filters: CreatorFilters): CreatorFilters {
  const clean: CreatorFilters = {}
  const term = filters.searchTerm?.trim().slice(0, SEARCH_TERM_MAX)
  if (term) clean.searchTerm = term
  for (const list of LIST_NAMES) if (filters[list]?.length) clean[list] = filters[list].toSorted()
  const ranges = filters.followersRanges
  if (ranges?.length) clean.followersRanges = FOLLOWER_RANGES.filter((r) => ranges.includes(r))
  for (const key of SCALARS) {
    const value = filters[key]
    if (typeof value === 'number' ? value > 0 : value) Object.assign(clean, { [key]: value })
  }
  return clean
}

/** The filters that were changed; undefined for each one that was removed. */
export function changedFilters(start: CreatorFilters, filters: CreatorFilters): CreatorFilters {
  const none = Object.fromEntries(Object.keys(start).map((key) => [key, undefined]))
  return changedFrom(start, { ...none, ...cleanFilters(filters) })
}

export function filtersFromParams(params: URLSearchParams): CreatorFilters {
  return cleanFilters({
    searchTerm: params.get('q') ?? undefined,
    ...Object.fromEntries(LIST_NAMES.map((list) => [list, words(params.get(list))])),
    // `1m+` contains a plus sign, which a URL that is typed by hand turns into a space.
    followersRanges: (params.get('followers') ?? '')
      .split(',')
      .map((range) => (range.trim() === '1m' ? '1m+' : range.trim()))
      .filter(isRange),
    ...Object.fromEntries(
      SCALARS.map((key) =>
        isYesFilter(key)
          ? [key, params.get(key) === '1']
          : [key, IN_ADDRESS[key].read(params.get(IN_ADDRESS[key].name))],
      ),
    ),
  })
}

export function filtersToParams(filters: CreatorFilters, sort?: CreatorSort): URLSearchParams {
  const clean = cleanFilters(filters)
  const params = new URLSearchParams()
  if (clean.searchTerm) params.set('q', clean.searchTerm)
  for (const list of LIST_NAMES) if (clean[list]) params.set(list, clean[list].join(','))
  if (clean.followersRanges) params.set('followers', clean.followersRanges.join(','))
  for (const key of SCALARS) {
    const value = clean[key]
    if (value === undefined) continue
    if (isYesFilter(key)) params.set(key, '1')
    else {
      const { name, write } = IN_ADDRESS[key]
      params.set(name, String(write && typeof value === 'number' ? write(value) : value))
    }
  }
  if (sort && sort !== defaultSort(clean)) params.set('sort', sort)
  return params
}

/** Sort order until the reader chooses one: by relevance if there is a search term, otherwise by rating. */
export const defaultSort = (filters: CreatorFilters): CreatorSort =>
  filters.searchTerm ? 'relevance' : 'rating'

export function sortFromParams(params: URLSearchParams): CreatorSort {
  const sort = params.get('sort')
  return isSort(sort) ? sort : defaultSort(filtersFromParams(params))
}

/** True if no price can be within the two bounds. */
export const arePricesCrossed = ({ minPrice, maxPrice }: CreatorFilters) =>
  Boolean(minPrice && maxPrice && minPrice > maxPrice)

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
  /** The filters without this value. */
  rest: CreatorFilters
}

/** A separate entry for each chosen value, so that it can be shown and removed by itself. */
export function filterParts(filters: CreatorFilters): FilterPart[] {
  const clean = cleanFilters(filters)
  return (Object.keys(clean) as (keyof CreatorFilters)[]).flatMap((kind) => {
    const value = clean[kind]
    const part = (one: string, left?: string[]): FilterPart => ({
      kind,
      value: one,
      rest: cleanFilters({ ...clean, [kind]: left }),
    })
    if (!Array.isArray(value)) return [part(String(value))]
    return value.map((one) =>
      part(
        one,
        value.filter((other) => other !== one),
      ),
    )
  })
}

/** Reads filters that the database stores as JSON; they were validated when they were saved. */
export function filtersFromJson(json: unknown): CreatorFilters & { emailNotifications: boolean } {
  const value = (typeof json === 'object' && json !== null ? json : {}) as CreatorFilters & {
    emailNotifications?: boolean
  }
  return { ...cleanFilters(value), emailNotifications: value.emailNotifications === true }
}
