import { expect, test, vi } from 'vitest'
import { shortlistQuery } from '@/domain/market/shortlist.ts'
import common from '@/locales/en/common.json'
import shortlist from '@/locales/en/shortlist.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { listedCreatorsQuery } from './queries.ts'
import { ShortlistPage } from './shortlist-page.tsx'

vi.mock('@/shared/members/profile.tsx', () => ({ useProfile: () => ({ profile: { id: 'b' } }) }))

giveWords({ common, shortlist })

test('a shortlist says that creators state their numbers of followers themselves', () => {
  const creator = {
    id: 'c',
    display_name: 'Ann',
    platforms: [],
    language: 'en',
    other_languages: [],
  }
  const entry = { creator_id: 'c', note: '', list: '', created_at: '2026-11-30T00:00:00Z' }
  const html = htmlOf(
    <ShortlistPage />,
    [shortlistQuery(), [entry]],
    [listedCreatorsQuery(['c']), new Map([['c', creator]])],
  )
  expect(html).toContain('aria-label="Ann"')
  expect(html).toContain(common.channels.declared_undated)
})
