import { expect, it } from 'vitest'
import { areThePair, channelId, copyOf } from './chat-mirror.ts'

it('channelId returns the same id for both members, without a colon', () => {
  expect(channelId('b', 'a')).toBe('messaging_a-b')
  expect(channelId('a', 'b')).toBe(channelId('b', 'a'))
  expect(channelId('a', 'b')).not.toContain(':')
})

it('the copy of a message contains its sender, its time, and the name and path of its file', () => {
  const message = {
    id: 'm',
    conversation_id: 'c',
    sender_id: 'a',
    receiver_id: 'b',
    content: 'Hello',
    created_at: '2025-06-10T12:00:00+00:00',
    is_read: false,
    file_url: 'c/m/brief.pdf',
    file_name: 'brief.pdf',
    file_type: 'application/pdf',
    file_size: 12,
    offer_id: null,
  }
  expect(copyOf(message)).toEqual({
    id: 'm',
    text: 'Hello',
    user: { id: 'a' },
    sent_at: message.created_at,
    attachments: [
      {
        type: 'file',
        title: 'brief.pdf',
        mime_type: 'application/pdf',
        file_size: 12,
        file_path: 'c/m/brief.pdf',
      },
    ],
  })
  expect(copyOf({ ...message, file_name: null }).attachments).toEqual([])
})

it('areThePair is true only for a channel with exactly the two members', () => {
  const members = (...ids: string[]) => ids.map((user_id) => ({ user_id }))
  expect(areThePair(members('b', 'a'), ['a', 'b'])).toBe(true)
  expect(areThePair(members('a', 'b', 'c'), ['a', 'b'])).toBe(false)
  expect(areThePair(members('a', 'c'), ['a', 'b'])).toBe(false)
  expect(areThePair(members('a'), ['a', 'b'])).toBe(false)
})
