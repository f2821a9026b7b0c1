import { describe, expect, it } from 'vitest'
import {
  hasUnread,
  joinedPages,
  markReadBy,
  oldestFirst,
  startsDay,
  upsertMessage,
  type Message,
  type ThreadPages,
} from './thread-state.ts'

const message = (id: string, minute: number, change: Partial<Message> = {}): Message => ({
  id,
  conversation_id: 'c',
  sender_id: 'me',
  receiver_id: 'you',
  content: id,
  created_at: `2025-06-10T12:${String(minute).padStart(2, '0')}:00+00:00`,
  is_read: false,
  file_url: null,
  file_name: null,
  file_type: null,
  file_size: null,
  offer_id: null,
  ...change,
})
const thread: ThreadPages = {
  pages: [
    [message('d', 4), message('c', 3)],
    [message('b', 2), message('a', 1)],
  ],
  pageParams: [null, 'c'],
}
const order = (pages: ThreadPages | undefined) =>
  oldestFirst(pages)
    .map((m) => m.id)
    .join('')

describe('a thread', () => {
  it('oldestFirst returns a thread from the oldest message to the newest', () =>
    expect(order(thread)).toBe('abcd'))

  it('a thread contains a message once even if it arrives twice', () => {
    const sent = upsertMessage(thread, message('e', 5))
    expect(order(sent)).toBe('abcde')
    expect(order(upsertMessage(sent, message('e', 6)))).toBe('abcde')
  })

  it('a thread stays sorted by time if an older message arrives after a newer one', () => {
    const later = upsertMessage(thread, message('f', 9))
    expect(order(upsertMessage(later, message('e', 7)))).toBe('abcdef')
  })

  it('the first message creates the thread', () => {
    expect(order(upsertMessage(undefined, message('a', 1)))).toBe('a')
  })

  it('markReadBy marks only messages that the reader received', () => {
    const mixed = upsertMessage(thread, message('e', 5, { sender_id: 'you', receiver_id: 'me' }))
    const read = markReadBy(mixed, 'me')
    expect(hasUnread(oldestFirst(mixed), 'me')).toBe(true)
    expect(hasUnread(oldestFirst(read), 'me')).toBe(false)
    expect(hasUnread(oldestFirst(read), 'you')).toBe(true)
  })
})

it('a message starts a day if it is the first one or the message before it is of another day', () => {
  const dayOf = (iso: string) => iso.slice(0, 10)
  const [a, b] = [message('a', 1), message('b', 2)]
  const next = message('c', 3, { created_at: '2025-06-11T00:00:00Z' })
  expect(startsDay(a, undefined, dayOf)).toBe(true)
  expect(startsDay(b, a, dayOf)).toBe(false)
  expect(startsDay(next, b, dayOf)).toBe(true)
})

it('joinedPages replaces a thread by newly loaded pages and keeps messages that arrived after them', () => {
  const [a, b, c, d] = [message('a', 1), message('b', 2), message('c', 3), message('d', 4)]
  const whole = joinedPages({ pages: [[d, c]], pageParams: [null] }, [[c, b], [a]])
  expect(order(whole)).toBe('abcd')
  expect(whole.pages.map((page) => page.length)).toEqual([1, 2, 1])
  expect(order(upsertMessage(whole, message('e', 5)))).toBe('abcde')
  expect(order(joinedPages(undefined, [[b, a]]))).toBe('ab')
})
