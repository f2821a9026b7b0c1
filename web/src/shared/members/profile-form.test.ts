import { expect, test } from 'vitest'
import { PLATFORMS } from '@/domain/market/market.ts'
import { LIST_NAMES, type MemberList } from '@/domain/market/member-lists.ts'
import {
  changesOf,
  parseFollowers,
  profileSchema,
  updateOf,
  type ProfileInput,
} from './profile-form.ts'

const noWords = Object.fromEntries(
  LIST_NAMES.map((list): [MemberList, string[]] => [list, []]),
) as Record<MemberList, string[]>
const input: ProfileInput = {
  displayName: ' Ada ',
  bio: '',
  language: 'en',
  otherLanguages: ['en', 'tr'],
  expertise: ['zk ', 'zk'],
  ...noWords,
  traits: {},
  platforms: ['x'],
  categories: ['defi'],
  followers: { x: '12.4k', youtube: '900' },
  channels: {
    ...(Object.fromEntries(PLATFORMS.map((each) => [each, ''])) as ProfileInput['channels']),
    x: 'https://x.com/ada',
    youtube: '@ada',
  },
  website: '',
}

test.each([
  ['', 0],
  ['900', 900],
  ['12,400', 12_400],
  ['12.400', 12_400],
  ['1.234.567', 1_234_567],
  ['12 400', 12_400],
  ['12.4k', 12_400],
  ['12,4k', 12_400],
  ['1.2M', 1_200_000],
  ['12.4', null],
  ['about 5', null],
  ['-5', null],
  ['99999999999', null],
])('the number of followers in "%s" is %s', (text, count) => {
  expect(parseFollowers(text)).toBe(count)
})

test('updateOf keeps followers and handles only of chosen platforms, and trims and deduplicates words', () => {
  expect(updateOf(input, 'kol')).toMatchObject({
    display_name: 'Ada',
    expertise: ['zk'],
    other_languages: ['tr'],
    platforms: ['x'],
    follower_counts: { x: 12_400 },
    channels: { x: 'ada' },
  })
})

test('the schema requires a platform and a category of a creator, but not of a brand', () => {
  const empty = { ...input, ...noWords }
  expect(profileSchema('brand').safeParse(empty).success).toBe(true)
  const result = profileSchema('kol').safeParse(empty)
  expect(result.error?.issues.map((issue) => issue.path[0])).toEqual(['platforms', 'categories'])
})

test('a name must have at least two characters without the spaces around it', () => {
  expect(profileSchema('brand').safeParse({ ...input, displayName: ' a ' }).success).toBe(false)
})

test('the web site and the handle on X of a brand are saved without a chosen platform', () => {
  const brand = { ...input, platforms: [], website: 'Ada.example' }
  expect(updateOf(brand, 'brand')).toMatchObject({
    channels: { x: 'ada' },
    website: 'https://ada.example',
  })
  expect(updateOf(input, 'brand').website).toBeNull()
})

test('the schema refuses a channel address that belongs to another site than the platform', () => {
  const wrong = { ...input, channels: { ...input.channels, x: 'https://evil.example/ada' } }
  const issues = profileSchema('kol').safeParse(wrong).error?.issues
  expect(issues?.map(({ path }) => path.join('.'))).toEqual(['channels.x'])
})

test('changesOf returns only the columns that the form has changed', () => {
  expect(changesOf(input, { ...input, bio: 'Hello.' }, 'kol')).toEqual({ bio: 'Hello.' })
  expect(changesOf(input, { ...input, displayName: 'Ada ' }, 'kol')).toEqual({})
})
