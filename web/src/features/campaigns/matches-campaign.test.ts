import { describe, expect, it } from 'vitest'
import { matchesCampaign } from './matches-campaign.ts'

const ada = {
  display_name: 'Ada',
  bio: 'Explains DeFi',
  expertise: ['tokenomics'],
  language: 'en',
  platforms: ['x'],
  categories: ['defi', 'education'],
  follower_total: 1000,
  rating: null,
  is_verified: false,
}

describe('matchesCampaign', () => {
  it('asks nothing when nothing is set', () => expect(matchesCampaign(ada, {})).toBe(true))

  it('wants every filter to match', () => {
    expect(matchesCampaign(ada, { language: 'en', platforms: ['youtube', 'x'] })).toBe(true)
    expect(matchesCampaign(ada, { language: 'pt', platforms: ['x'] })).toBe(false)
    expect(matchesCampaign(ada, { categories: ['nft'] })).toBe(false)
    expect(matchesCampaign(ada, { verified: true })).toBe(false)
    expect(matchesCampaign(ada, { rating: 1 })).toBe(false)
    expect(matchesCampaign({ ...ada, rating: 4 }, { rating: 4 })).toBe(true)
  })

  it('knows the edges of the ranges', () => {
    expect(matchesCampaign(ada, { followersRanges: ['0-1k'] })).toBe(true)
    expect(matchesCampaign({ ...ada, follower_total: 1001 }, { followersRanges: ['0-1k'] })).toBe(
      false,
    )
    expect(matchesCampaign({ ...ada, follower_total: 1001 }, { followersRanges: ['1k-10k'] })).toBe(
      true,
    )
    expect(
      matchesCampaign({ ...ada, follower_total: 1_000_000 }, { followersRanges: ['100k-1m'] }),
    ).toBe(true)
    expect(
      matchesCampaign({ ...ada, follower_total: 1_000_001 }, { followersRanges: ['1m+'] }),
    ).toBe(true)
  })

  it('looks for the term in name, bio and expertise, whatever the case', () => {
    for (const searchTerm of ['ADA', 'defi', 'Tokenomics'])
      expect(matchesCampaign(ada, { searchTerm })).toBe(true)
    expect(matchesCampaign(ada, { searchTerm: 'solidity' })).toBe(false)
  })
})
