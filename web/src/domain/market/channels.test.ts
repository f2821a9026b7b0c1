import { describe, expect, it, test } from 'vitest'
import { channelsOf, parseHandle, parseWebsite } from './channels.ts'

describe('a handle', () => {
  test.each([
    ['x', '', ''],
    ['x', ' @maya ', 'maya'],
    ['x', 'https://x.com/maya', 'maya'],
    ['x', 'https://www.Twitter.com/maya/', 'maya'],
    ['x', 'https://x.com/maya?ref=1', 'maya'],
    ['youtube', 'youtube.com/@Maya.Explains', 'Maya.Explains'],
    ['youtube', 'https://m.youtube.com/@maya/?si=2', 'maya'],
    ['telegram', 't.me/maya', 'maya'],
    ['linkedin', 'https://www.linkedin.com/in/maya-o/', 'maya-o'],
    ['x', 'https://x.com.evil.example/maya', null],
    ['x', 'https://youtube.com/@maya', null],
    ['x', 'https://bank.example@x.com/maya', null],
    ['x', 'maya okafor', null],
    ['x', 'x.com/maya/status/1', null],
    ['x', 'javascript:alert(1)', null],
    ['x', 'mаya', null],
  ] as const)(
    'on the platform %s, the typed text "%s" is the handle %s',
    (platform, typed, handle) => {
      expect(parseHandle(platform, typed)).toBe(handle)
    },
  )
})

test.each([
  ['', ''],
  ['Halcyon.example', 'https://halcyon.example'],
  ['http://halcyon.example/', 'https://halcyon.example'],
  ['https://www.halcyon.example/vaults', 'https://www.halcyon.example/vaults'],
  ['halcyon', null],
  ['https://bank.example@halcyon.example', null],
  ['https://halcyon.example:99', null],
  ['halcyon.example/?next=evil', null],
  ['javascript:alert(1)', null],
  ['127.0.0.1', null],
])('the typed web site "%s" is stored as %s', (typed, address) => {
  expect(parseWebsite(typed)).toBe(address)
})

describe('channelsOf', () => {
  it('channelsOf sorts channels by followers, and links each handle to its platform', () => {
    const channels = channelsOf({
      platforms: ['x', 'youtube'],
      follower_counts: { x: 10, youtube: 20 },
      channels: { x: 'maya', youtube: 'maya' },
    })
    expect(channels.map(({ address }) => address)).toEqual([
      'https://youtube.com/@maya',
      'https://x.com/maya',
    ])
  })

  it('channelsOf returns a platform without a handle, and a handle of a brand, which has no platforms', () => {
    expect(channelsOf({ platforms: ['x'], follower_counts: {}, channels: {} })).toEqual([
      { platform: 'x', followers: undefined, handle: undefined, address: undefined },
    ])
    expect(
      channelsOf({ platforms: [], follower_counts: null, channels: { x: 'halcyon' } }),
    ).toHaveLength(1)
  })
})
