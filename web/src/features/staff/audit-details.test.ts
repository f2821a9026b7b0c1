import { beforeAll, expect, test } from 'vitest'
import { i18n } from '@/lib/i18n.ts'
import common from '@/locales/en/common.json'
import { detailsOf } from './audit-details.ts'

beforeAll(() => i18n.init({ lng: 'en', defaultNS: 'common', resources: { en: { common } } }))

test('what an act recorded is said in words, amounts as money', () => {
  const ruling = {
    category: 'withheld_by_brand',
    clause: 'deliverables',
    currency: 'USD',
    creator_share_minor: 9_875,
  }
  expect(detailsOf(ruling, 'en')).toBe(
    'category: Held up by the brand · clause: What was to be made · creator share: $98.75',
  )
  expect(detailsOf({ suspended: true, category: 'off_platform' }, 'en')).toBe(
    'category: Payments around the market',
  )
  expect(detailsOf({ value: 12, note: 'late' }, 'en')).toBe('value: 12 · note: late')
  expect(detailsOf({ ends_at: '2026-12-07T02:13:34.454032+00:00' }, 'en')).toMatch(
    /^ends at: Dec \d, 2026, \d+:13/,
  )
  expect(detailsOf(null, 'en')).toBe('')
})
