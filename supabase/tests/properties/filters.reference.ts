// Which creators satisfy which filters, written again in plain TypeScript: the database must find
// the same ones.
import { MEMBER_LISTS } from '../../../web/src/domain/vocabulary.generated.ts'

export const LISTS = Object.keys(MEMBER_LISTS) as (keyof typeof MEMBER_LISTS)[]
type List = (typeof LISTS)[number]

export type Creator = Record<List, string[]> & {
  display_name: string
  bio: string
  expertise: string[]
  language: string
  follower_counts: Record<string, number>
  rating: number | null
  is_verified: boolean
  packs: Pack[]
}

export type Pack = {
  price_minor: number
  currency: 'USD' | 'USDC'
  delivery_days: number
  is_published: boolean
}

export type Filters = { [Name in List]?: string[] | null } & {
  searchTerm?: string | null
  language?: string | null
  followersRanges?: string[] | null
  rating?: number | null
  verified?: boolean | null
  minPrice?: number | null
  maxPrice?: number | null
  maxDeliveryDays?: number | null
  emailNotifications?: boolean | null
}

/** Every filter that is set must match; null, empty, false and 0 are not set. */
export function satisfies(creator: Creator, filters: Filters): boolean {
  const term = normalise(filters.searchTerm ?? '')
  const fields = [creator.display_name, creator.bio, ...creator.expertise]
  return (
    (!term || fields.some((field) => normalise(field).includes(term))) &&
    (!filters.language || creator.language === filters.language) &&
    LISTS.every((list) => !filters[list]?.length || overlap(filters[list], creator[list])) &&
    (!filters.followersRanges?.length || filters.followersRanges.includes(rangeOf(creator))) &&
    (!filters.rating || (creator.rating !== null && creator.rating >= filters.rating)) &&
    (!filters.verified || creator.is_verified) &&
    (!filters.minPrice || priceOf(creator) >= filters.minPrice) &&
    (!filters.maxPrice || priceOf(creator) <= filters.maxPrice) &&
    (!filters.maxDeliveryDays || shortest(creator) <= filters.maxDeliveryDays)
  )
}

const published = (creator: Creator) => creator.packs.filter((pack) => pack.is_published)

/** In cents; NaN, which is neither more nor less than anything, without a pack. */
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

/** Letter by letter, without the rules of a language: İ is i, and Σ is σ wherever it is. */
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
