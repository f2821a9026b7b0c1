import { expect, test } from 'vitest'
import { initialsOf } from './member-avatar.tsx'

test.each([
  ['Maya Okafor', 'MO'],
  ['Maya', 'MA'],
  ['maya  del sol', 'MD'],
  ['👩‍🚀 Nova', '👩‍🚀N'],
  ['🇹🇷', '🇹🇷'],
  ['Ünal Çelik', 'ÜÇ'],
  ['ยินดี ต้อนรับ', 'ยิต้'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
