import { setTimeout } from 'node:timers/promises'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { uploadAttachment } from '@/domain/files/upload.ts'
import { takeBack } from '@/domain/messages/outbox.ts'
import { supabase } from '@/lib/api/supabase.ts'
import type { WaitingMessage } from '@/lib/storage/device-store.ts'
import { drain } from './outbox-sender.ts'

const { outbox, server, changes } = vi.hoisted(() => ({
  outbox: new Map<string, object>(),
  server: new Map<string, object>(),
  changes: new EventTarget(),
}))
vi.mock('@/lib/api/supabase.ts', () => ({
  supabase: { from: vi.fn<() => unknown>() },
  unwrap: async (request: PromiseLike<{ data: unknown }>) => (await request).data,
}))
vi.mock('@/domain/files/upload.ts', () => ({ uploadAttachment: vi.fn<() => unknown>() }))
vi.mock('@/lib/storage/device-store.ts', () => ({
  outboxStore: {
    all: async () => [...outbox.values()],
    change: async (id: string, change: object) => {
      const found = outbox.get(id)
      if (found) outbox.set(id, { ...found, ...change })
      return found ?? null
    },
    async remove(id: string) {
      outbox.delete(id)
      changes.dispatchEvent(new Event('change'))
    },
  },
  onOutboxChange(call: () => void) {
    changes.addEventListener('change', call)
    return () => changes.removeEventListener('change', call)
  },
}))
vi.mock('@/domain/messages/drafts.ts', () => ({
  draftPlace: vi.fn<() => unknown>(),
  returnDraft: vi.fn<() => unknown>(),
}))
vi.mock('@/lib/online.ts', () => ({ isOnline: () => true, onReachable: vi.fn<() => unknown>() }))
vi.mock('./chat-mirror.ts', () => ({ mirrorMessage: vi.fn<() => unknown>() }))
vi.mock('./queries.ts', () => ({
  conversationQuery: () => ({ queryKey: ['conversation'], queryFn: () => crypto.randomUUID() }),
  INBOX_KEY: ['inbox'],
  threadKey: () => ['thread'],
}))

const file = new File(['Ten posts.'], 'plan.txt', { type: 'text/plain' })
const waiting = { id: 'one', memberId: 'me', otherId: 'them', text: 'The plan', file }
const insert = vi.fn<(row: { id: string }) => Promise<{ error: null }>>()

beforeEach(() => {
  outbox.clear()
  server.clear()
  insert.mockReset()
  const found = () => Promise.resolve({ data: [...server.values()], error: null })
  const maybeSingle = async () => ({ data: server.get('one') ?? null, error: null })
  vi.mocked(supabase.from).mockReturnValue({
    insert,
    select: () => ({ eq: () => Object.assign(found(), { maybeSingle }) }),
  } as never)
})

test('a message that the server stored before its response was lost is sent, even if Storage now refuses its file', async () => {
  outbox.set('one', { ...waiting, tried: true } as WaitingMessage)
  server.set('one', { id: 'one', conversation_id: 'both', content: 'The plan' })
  vi.mocked(uploadAttachment).mockRejectedValue(new Error('new row violates row-level security'))
  expect(await drain(new QueryClient(), 'me')).toBe(true)
  expect([...outbox.keys()]).toEqual([])
})

test('a message that is taken back during the upload of its file is not sent', async () => {
  outbox.set('one', waiting)
  const upload = Promise.withResolvers<File>()
  vi.mocked(uploadAttachment).mockReturnValue(upload.promise)
  const drained = drain(new QueryClient(), 'me')
  await vi.waitFor(() => expect(uploadAttachment).toHaveBeenCalled())
  expect(await takeBack('one')).toBe('taken')
  upload.resolve(file)
  expect(await drained).toBe(true)
  expect(insert).not.toHaveBeenCalled()
})

test('taking a message back cancels the upload of its file without an error', async () => {
  outbox.set('one', waiting)
  vi.mocked(uploadAttachment).mockImplementation(
    (_path, _file, _onProgress, signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  const drained = drain(new QueryClient(), 'me')
  await vi.waitFor(() => expect(uploadAttachment).toHaveBeenCalled())
  expect(await takeBack('one')).toBe('taken')
  expect(await drained).toBe(true)
  expect(insert).not.toHaveBeenCalled()
})

test('a message that is taken back while the server is storing it counts as sent', async () => {
  outbox.set('one', waiting)
  vi.mocked(uploadAttachment).mockResolvedValue(file)
  const answer = Promise.withResolvers<{ error: null }>()
  insert.mockReturnValue(answer.promise)
  const drained = drain(new QueryClient(), 'me')
  await vi.waitFor(() => expect(insert).toHaveBeenCalled())
  const taken = takeBack('one')
  await setTimeout(20)
  server.set('one', waiting)
  answer.resolve({ error: null })
  expect(await taken).toBe('sent')
  expect(await drained).toBe(true)
})
