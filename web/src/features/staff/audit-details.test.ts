import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { i18n } from '@/lib/i18n/i18n.ts'
import refusals from '@/lib/i18n/refusals.en.ts'
import common from '@/locales/en/common.json'
import staff from '@/locales/en/staff.json'
import turkish from '@/locales/tr/staff.json'
import { changedFields, detailsOf } from './audit-details.ts'

beforeAll(() =>
  i18n.init({
    lng: 'en',
    defaultNS: 'common',
    resources: { en: { common, staff, refusals }, tr: { staff: turkish } },
  }),
)

test('the details of a record are written as texts with translated names, and amounts as money', () => {
  const ruling = {
    category: 'withheld_by_brand',
    clause: 'deliverables',
    currency: 'USD',
    creator_share_minor: 9_875,
  }
  expect(detailsOf(ruling, 'en')).toBe(
    'creator’s share: $98.75 · reason: Held up by the brand · what decides: What was to be made',
  )
  expect(detailsOf({ suspended: true, category: 'off_platform' }, 'en')).toBe(
    'reason: Payments around the market',
  )
  expect(detailsOf({ value: 12, note: 'late' }, 'en')).toBe('value: 12 · note: late')
  expect(detailsOf({ ends_at: '2026-12-07T02:13:34.454032+00:00' }, 'en')).toMatch(
    /^until: Dec \d, 2026, \d+:13/,
  )
  expect(detailsOf(null, 'en')).toBe('')
})

test('the fields of a record are in a fixed order, such as the amounts of a ruling', () => {
  const sums = {
    currency: 'USD',
    brand_minor: 15_000,
    price_minor: 25_000,
    creator_minor: 9_000,
    creator_fee_minor: 1_000,
    creator_share_minor: 10_000,
  }
  expect(detailsOf(sums, 'en')).toBe(
    'price of the order: $250.00 · creator’s share: $100.00 · our fee, from the creator: $10.00 · ' +
      'to the creator: $90.00 · to the brand: $150.00',
  )
  expect(detailsOf({ to: 0, key: 'hold_new', from: 1 }, 'en')).toBe(
    'setting: hold_new · before: 1 · now: 0',
  )
})

test('the values true and false, names of acts and reasons of an end are translated', () => {
  expect(detailsOf({ inside_words: true, upheld: false }, 'en')).toBe(
    'also inside words: yes · stays suspended: no',
  )
  expect(detailsOf({ action: 'decide_appeal' }, 'en')).toBe('act: Decision on an appeal')
  expect(detailsOf({ ended_because: 'expired' }, 'en')).toBe('why: nobody confirmed it in time')
  expect(detailsOf({ ended_because: 'note_required' }, 'en')).toBe('why: Please add a note.')
})

test('the value of a switch is written as on or off, and that of another setting as a number', () => {
  const act = { arguments: { key: 'maintenance', value: 1 } }
  expect(detailsOf(act, 'en')).toBe('details: setting: maintenance · value: on')
  expect(detailsOf({ key: 'maintenance', from: 1, to: 0 }, 'en')).toBe(
    'setting: maintenance · before: on · now: off',
  )
  expect(detailsOf({ key: 'hold_new', from: 14, to: 1 }, 'en')).toBe(
    'setting: hold_new · before: 14 · now: 1',
  )
})

test('the subject of an act is left out if the row already names it, and "all" is written as all payouts', () => {
  const trust = {
    action: 'set_trust_level',
    subject: 'a6b0e7ba-3e0c-4a41-9f38-1b6f3a2b1c10',
    arguments: { profile_id: 'a6b0e7ba-3e0c-4a41-9f38-1b6f3a2b1c10', trust_level: 'trusted' },
  }
  expect(detailsOf(trust, 'en', {}, [trust.subject])).toBe(
    'act: Trust in a member · details: Trust: Trusted',
  )
  const { trust_level: _, ...only } = trust.arguments
  expect(detailsOf({ ...trust, arguments: only }, 'en', { [trust.subject]: 'Ann' })).toBe(
    'act: Trust in a member · about: Ann',
  )
  expect(detailsOf({ action: 'release_payouts', subject: 'all' }, 'en')).toBe(
    'act: Letting payouts leave · about: all payouts',
  )
})

test('the names of the fields are in the language of the reader', async () => {
  await i18n.changeLanguage('tr')
  expect(detailsOf({ note: 'late', is_staff: true }, 'tr')).toBe('not: late · ekipte: evet')
  await i18n.changeLanguage('en')
})

test('each column of a profile that its member may change has a translated name', () => {
  const chapter = readFileSync('supabase/schemas/02_members/03_profiles.sql', 'utf8')
  const [, granted = ''] = /grant update \(([^)]*)\) on public\.profiles/.exec(chapter) ?? []
  const columns = granted.split(/[\s,]+/).filter((column) => column !== '' && column !== 'locale')
  expect(columns.length).toBeGreaterThan(10)
  const unnamed = columns.filter((column) => changedFields([column]) === column)
  expect(unnamed.filter((column) => !(`field_${column}` in staff))).toEqual([])
  expect(changedFields(['bio', 'categories'])).toBe('text about themselves, Topics')
})

test('each field that the database writes into the audit log has a translated name', () => {
  const chapters = globSync('supabase/schemas/*/*.sql').map((file) => readFileSync(file, 'utf8'))
  const acts = chapters.flatMap((text) => [...text.matchAll(/perform private\.audit\(([^;]*);/g)])
  const keys = acts.flatMap(([, call = '']) =>
    [...call.matchAll(/[(,]\s*'(\w+)',(?! jsonb)/g)].map(([, key = '']) => key),
  )
  expect(keys.length).toBeGreaterThan(25)
  const unnamed = keys
    .map((key) => key.replace(/_minor$/, ''))
    .filter((key) => !['suspended', 'currency'].includes(key) && !(`field_${key}` in staff))
  expect(unnamed).toEqual([])
})
