import { expect, test } from 'vitest'
import { LIST_NAMES, type MemberList } from '@/domain/market/member-lists.ts'
import { parseFollowers, profileSchema, updateOf, type ProfileInput } from './profile-form.ts'

const noWords = Object.fromEntries(
  LIST_NAMES.map((list): [MemberList, string[]] => [list, []]),
) as Record<MemberList, string[]>
const input: ProfileInput = {
  displayName: ' Ada ',
  bio: '',
  language: 'en',
  expertise: ['zk ', 'zk'],
  ...noWords,
  traits: {},
  platforms: ['x'],
  categories: ['defi'],
  followers: { x: '12.4k', youtube: '900' },
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
])('"%s" followers are %s', (text, count) => {
  expect(parseFollowers(text)).toBe(count)
})

test('followers are kept for the chosen platforms, words once and trimmed', () => {
  expect(updateOf(input)).toMatchObject({
    display_name: 'Ada',
    expertise: ['zk'],
    platforms: ['x'],
    follower_counts: { x: 12_400 },
  })
})

test('a creator needs a platform and a category, a brand does not', () => {
  const empty = { ...input, ...noWords }
  expect(profileSchema('brand').safeParse(empty).success).toBe(true)
  const result = profileSchema('kol').safeParse(empty)
  expect(result.error?.issues.map((issue) => issue.path[0])).toEqual(['platforms', 'categories'])
})

test('a name has at least two characters besides spaces', () => {
  expect(profileSchema('brand').safeParse({ ...input, displayName: ' a ' }).success).toBe(false)
})
