import { expect, it, vi } from 'vitest'
import { keyRoots } from '@/domain/query-keys.ts'
import { notificationInbox } from './notification-inbox.ts'
import type { Notification } from './queries.ts'

const notice = (id: string, read = false) => ({ id, type: 'dispute_update', read }) as Notification

function opened(...rows: Notification[]) {
  const refresh = vi.fn<(queryKey: readonly string[]) => void>()
  const announce = vi.fn<(row: Notification) => void>()
  const inbox = notificationInbox(refresh, announce)
  inbox.loaded(rows)
  return { inbox, refresh, announce }
}

it('those from before the page was opened are no news', () => {
  const { refresh, announce } = opened(notice('old'))
  expect(refresh).not.toHaveBeenCalled()
  expect(announce).not.toHaveBeenCalled()
})

it.each(['arrived first', 'loaded first'])('one that %s refreshes its page, once', (order) => {
  const { inbox, refresh, announce } = opened(notice('old'))
  const acts = [
    () => inbox.arrived(notice('new')),
    () => inbox.loaded([notice('new'), notice('old')]),
  ]
  for (const act of order === 'arrived first' ? acts : acts.toReversed()) act()
  expect(refresh.mock.calls).toEqual([[keyRoots.orders]])
  expect(announce).toHaveBeenCalledExactlyOnceWith(notice('new'))
})

it('one that arrives before the first load is announced, and the load repeats nothing', () => {
  const refresh = vi.fn<(queryKey: readonly string[]) => void>()
  const announce = vi.fn<(row: Notification) => void>()
  const inbox = notificationInbox(refresh, announce)
  inbox.arrived(notice('new'))
  inbox.loaded([notice('new')])
  expect(refresh).toHaveBeenCalledTimes(1)
  expect(announce).toHaveBeenCalledTimes(1)
})

it('those that were read elsewhere, and more than three, refresh without a toast', () => {
  const { inbox, refresh, announce } = opened()
  inbox.loaded([notice('read', true), ...['a', 'b', 'c', 'd'].map((id) => notice(id))])
  expect(refresh).toHaveBeenCalledTimes(5)
  expect(announce).toHaveBeenCalledTimes(3)
})
