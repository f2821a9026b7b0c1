import type { CreatorFilters, FollowersRange } from '@/domain/market/creator-filters.ts'

type Creator = {
  display_name: string | null
  bio: string
  expertise: string[]
  language: string | null
  platforms: string[]
  categories: string[]
  follower_total: number
  rating: number | null
  is_verified: boolean
}

const UP_TO: [FollowersRange, number][] = [
  ['0-1k', 1_000],
  ['1k-10k', 10_000],
  ['10k-100k', 100_000],
  ['100k-1m', 1_000_000],
  ['1m+', Infinity],
]

const rangeOf = (followers: number) => UP_TO.find(([, most]) => followers <= most)?.[0]

const overlaps = (wanted: string[] | undefined, has: string[]) =>
  !wanted?.length || wanted.some((each) => has.includes(each))

/** Whether a creator satisfies a campaign, to sort and explain; the database decides who applies. */
export function matchesCampaign(creator: Creator, filters: CreatorFilters): boolean {
  const { searchTerm, language, platforms, categories, followersRanges, rating } = filters
  const words = [creator.display_name ?? '', creator.bio, ...creator.expertise]
  const range = rangeOf(creator.follower_total)
  return (
    (!searchTerm || words.some((each) => each.toLowerCase().includes(searchTerm.toLowerCase()))) &&
    (!language || creator.language === language) &&
    overlaps(platforms, creator.platforms) &&
    overlaps(categories, creator.categories) &&
    (!followersRanges?.length || (range !== undefined && followersRanges.includes(range))) &&
    (!rating || (creator.rating ?? 0) >= rating) &&
    (!filters.verified || creator.is_verified)
  )
}
