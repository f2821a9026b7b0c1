// A second implementation of the creator filters in plain TypeScript. The database must find
// the same creators.
import { MEMBER_LISTS, SCALAR_FILTERS } from '../../../web/src/domain/vocabulary.generated.ts'

export const LISTS = Object.keys(MEMBER_LISTS) as (keyof typeof MEMBER_LISTS)[]
type List = (typeof LISTS)[number]

type Scalars = typeof SCALAR_FILTERS
type ScalarOf<Type> = Type extends 'string' ? string : Type extends 'number' ? number : boolean
export type YesFilter = {
  [Key in keyof Scalars]: Scalars[Key]['type'] extends 'boolean' ? Key : never
}[keyof Scalars]
type YesColumn = Scalars[YesFilter]['column']
const isYes = (key: string): key is YesFilter =>
  SCALAR_FILTERS[key as keyof Scalars].type === 'boolean'

/** Filters for a statement that has to be true, each with the column of the statement. */
export const YES_FILTERS = Object.keys(SCALAR_FILTERS)
  .filter(isYes)
  .map((key) => [key, SCALAR_FILTERS[key].column] as const)

export type Creator = Record<List, string[]> &
  Record<YesColumn, boolean> & {
    display_name: string
    bio: string
    expertise: string[]
    language: string
    other_languages: string[]
    follower_counts: Record<string, number>
    rating: number | null
    packs: Pack[]
  }

export type Pack = {
  price_minor: number
  currency: 'USD' | 'USDC'
  delivery_days: number
  is_published: boolean
}

export type Filters = { [Name in List]?: string[] | null } & {
  [Key in keyof Scalars]?: ScalarOf<Scalars[Key]['type']> | null
} & {
  searchTerm?: string | null
  followersRanges?: string[] | null
  emailNotifications?: boolean | null
}

const RULES: {
  [Key in Exclude<keyof Filters, List | YesFilter>]-?: (
    creator: Creator,
    wanted: NonNullable<Filters[Key]>,
  ) => boolean
} = {
  searchTerm: ({ display_name, bio, expertise }, wanted) =>
    [display_name, bio, ...expertise].some((field) => normalise(field).includes(normalise(wanted))),
  language: (creator, wanted) => [creator.language, ...creator.other_languages].includes(wanted),
  followersRanges: (creator, wanted) => wanted.includes(rangeOf(creator)),
  rating: ({ rating }, wanted) => rating !== null && rating >= wanted,
  minPrice: (creator, wanted) => priceOf(creator) >= wanted,
  maxPrice: (creator, wanted) => priceOf(creator) <= wanted,
  maxDeliveryDays: (creator, wanted) => shortest(creator) <= wanted,
  emailNotifications: () => true,
}

/** Every filter that is set must match; null, empty, false and 0 are not set. */
export function satisfies(creator: Creator, filters: Filters): boolean {
  return (
    LISTS.every((list) => !filters[list]?.length || overlap(filters[list], creator[list])) &&
    YES_FILTERS.every(([key, column]) => !filters[key] || creator[column]) &&
    Object.entries(RULES).every(([key, rule]) => {
      const wanted = filters[key as keyof typeof RULES]
      const isSet = Array.isArray(wanted) ? wanted.length > 0 : wanted
      return !isSet || (rule as (one: Creator, value: unknown) => boolean)(creator, wanted)
    })
  )
}

const published = (creator: Creator) => creator.packs.filter((pack) => pack.is_published)

/** The lowest price in cents; without a pack NaN, which satisfies no comparison. */
function priceOf(creator: Creator): number {
  const prices = published(creator).map(({ price_minor, currency }) =>
    currency === 'USD' ? price_minor : Math.ceil(price_minor / 10_000),
  )
  return prices.length > 0 ? Math.min(...prices) : Number.NaN
}

function shortest(creator: Creator): number {
  const days = published(creator).map((pack) => pack.delivery_days)
  return days.length > 0 ? Math.min(...days) : Number.NaN
}

function overlap(one: string[], other: string[]) {
  return one.some((item) => other.includes(item))
}

function rangeOf(creator: Creator): string {
  const total = Object.values(creator.follower_counts).reduce((sum, count) => sum + count, 0)
  if (total <= 1000) return '0-1k'
  if (total <= 10000) return '1k-10k'
  if (total <= 100000) return '10k-100k'
  if (total <= 1000000) return '100k-1m'
  return '1m+'
}

/** Lower case for each letter, independent of language and position: İ becomes i, and Σ becomes σ at the end too. */
function normalise(text: string): string {
  return [...text.normalize('NFC')]
    .map(lower)
    .join('')
    .replaceAll(/ +/g, ' ')
    .replaceAll(/^ | $/g, '')
}

function lower(letter: string): string {
  if (letter <= ' ' || letter === '\u007f') return ' '
  return letter === 'İ' ? 'i' : letter.toLowerCase()
}
