import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import type { TableChange } from '@/lib/api/realtime.ts'
import { changeThread } from './change-thread.ts'
import type { Message, ThreadPages } from './thread-state.ts'

const KEY = ['thread']
const message = (id: string, second: number) =>
  ({ id, created_at: `2026-06-10T00:00:0${second}Z`, is_read: false }) as Message
const change = (of: Message, eventType: 'INSERT' | 'UPDATE' = 'INSERT') =>
  ({ eventType, new: of }) as unknown as TableChange

let client: QueryClient
let stop: () => void
afterEach(() => {
  stop()
  client.clear()
})

/** A thread whose pages arrive when the test resolves them. */
function thread() {
  client = new QueryClient()
  const waiting: ((page: Message[]) => void)[] = []
  const observer = new InfiniteQueryObserver(client, {
    queryKey: KEY,
    initialPageParam: 0,
    queryFn: () => new Promise<Message[]>((resolve) => waiting.push(resolve)),
    getNextPageParam: () => 1,
  })
  stop = observer.subscribe(() => {})
  const answer = async (...page: Message[]) => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()?.(page)
    await expect.poll(() => client.isFetching()).toBe(0)
  }
  const ids = () =>
    client
      .getQueryData<ThreadPages>(KEY)
      ?.pages.flat()
      .map(({ id }) => id)
  return { observer, answer, ids }
}

it('a message that arrives while the first page is loading is in the thread afterwards', async () => {
  const { answer, ids } = thread()
  changeThread(client, KEY, change(message('b', 2)))
  expect(ids()).toBeUndefined()
  await answer(message('a', 1))
  expect(ids()).toEqual(['b', 'a'])
})

it('a message that arrives while pages are loading again, or older pages, is in the thread afterwards', async () => {
  const { observer, answer, ids } = thread()
  await answer(message('b', 2))
  void observer.refetch()
  changeThread(client, KEY, change(message('c', 3)))
  await answer(message('b', 2))
  expect(ids()).toEqual(['c', 'b'])
  void observer.fetchNextPage()
  changeThread(client, KEY, change(message('d', 4)))
  await answer(message('a', 1))
  expect(ids()).toEqual(['d', 'c', 'b', 'a'])
})

it('a change of a message is applied if the message is loaded, and otherwise ignored', async () => {
  const { answer, ids } = thread()
  await answer(message('b', 2))
  changeThread(client, KEY, change({ ...message('a', 1), is_read: true }, 'UPDATE'))
  expect(ids()).toEqual(['b'])
  changeThread(client, KEY, change({ ...message('b', 2), is_read: true }, 'UPDATE'))
  expect(client.getQueryData<ThreadPages>(KEY)?.pages[0]?.[0]?.is_read).toBe(true)
})
