import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { uploadAttachment } from '@/domain/files/upload.ts'
import { outboxStore, type WaitingMessage } from '@/lib/storage/device-store.ts'
import { supabase } from '@/lib/api/supabase.ts'
import { drain } from './outbox-sender.ts'

vi.mock('@/lib/api/supabase.ts', () => ({ supabase: { from: vi.fn<() => unknown>() } }))
vi.mock('@/domain/files/upload.ts', () => ({ uploadAttachment: vi.fn<() => unknown>() }))
vi.mock('@/lib/storage/device-store.ts', () => ({
  outboxStore: {
    all: vi.fn<() => unknown>(),
    change: vi.fn<() => unknown>(),
    remove: vi.fn<() => unknown>(),
  },
  onOutboxChange: vi.fn<() => unknown>(),
}))
vi.mock('@/domain/messages/outbox.ts', () => ({ showProgress: vi.fn<() => unknown>() }))
vi.mock('@/lib/online.ts', () => ({ isOnline: () => true, onReachable: vi.fn<() => unknown>() }))
vi.mock('./chat-mirror.ts', () => ({ mirror: vi.fn<() => unknown>() }))

const waiting = {
  id: 'one',
  memberId: 'me',
  otherId: 'them',
  text: 'The plan',
  file: new File(['Ten posts.'], 'plan.txt', { type: 'text/plain' }),
  tried: true,
} as WaitingMessage

test('a message with a file that is stored already is sent, although Storage takes no file any more', async () => {
  vi.mocked(outboxStore.all).mockResolvedValueOnce([waiting]).mockResolvedValue([])
  vi.mocked(outboxStore.change).mockResolvedValue(waiting)
  vi.mocked(uploadAttachment).mockRejectedValue(new Error('new row violates row-level security'))
  const row = { id: 'one', conversation_id: 'both', content: 'The plan' }
  const maybeSingle = () => Promise.resolve({ data: row, error: null })
  vi.mocked(supabase.from).mockReturnValue({
    select: () => ({ eq: () => ({ maybeSingle }) }),
  } as never)
  expect(await drain(new QueryClient(), 'me')).toBe(true)
  expect(outboxStore.remove).toHaveBeenCalledWith('one')
  expect(outboxStore.change).not.toHaveBeenCalledWith(
    'one',
    expect.objectContaining({ refused: expect.anything() }),
  )
})
