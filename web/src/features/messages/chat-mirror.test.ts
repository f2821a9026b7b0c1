import { expect, it } from 'vitest'
import { channelId } from './chat-mirror.ts'

it('names the same channel from both sides, without a colon', () => {
  expect(channelId('b', 'a')).toBe('messaging_a-b')
  expect(channelId('a', 'b')).toBe(channelId('b', 'a'))
  expect(channelId('a', 'b')).not.toContain(':')
})
