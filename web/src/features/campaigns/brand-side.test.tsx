import { expect, test } from 'vitest'
import campaigns from '@/locales/en/campaigns.json'
import common from '@/locales/en/common.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { BrandSide } from './brand-side.tsx'
import { applicationsQuery, type Campaign } from './queries.ts'

giveWords({ campaigns, common })

const applicant = (id: string, cover: string | null) => ({
  id,
  kol_id: id,
  status: 'declined',
  price_minor: 100,
  currency: 'USD',
  card: { cover, rating: null, follower_total: 0, platforms: [] },
})

const campaign = { id: 'c', places_left: 1 } as Campaign
const listOf = (list: object[]) =>
  htmlOf(<BrandSide campaign={campaign} />, [applicationsQuery('c'), list])

/** For each applicant in the list, whether the place for the picture is empty. */
function places(covers: (string | null)[]) {
  const list = covers.map((cover, at) => applicant(String(at), cover))
  const html = listOf(list)
  expect(html.match(/<article/g)).toHaveLength(covers.length)
  return [...html.matchAll(/<article[^>]*data-pictured[^>]*><div([^>]*)>/g)].map(([, attributes]) =>
    attributes?.includes('data-empty') ? 'empty' : 'picture',
  )
}

test('applicants have a column of pictures if at least one of them has a picture', () => {
  expect(places([null, null])).toEqual([])
  expect(places(['a/1.webp', null])).toEqual(['picture', 'empty'])
})

test('a list of applicants says that creators state their numbers of followers themselves', () => {
  expect(listOf([applicant('1', null)])).toContain(common.channels.declared_undated)
  expect(listOf([])).not.toContain(common.channels.declared_undated)
})
