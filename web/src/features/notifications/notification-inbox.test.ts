import { expect, it, vi } from 'vitest'
import { CREATOR_COUNTS, SAVED_COUNTS } from '@/domain/market/creator-count.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { notificationInbox } from './notification-inbox.ts'
import type { Notification } from '@/domain/notifications/recent-notifications.ts'

const notice = (id: string, read = false, type = 'dispute_update') =>
  ({ id, type, read }) as Notification

function opened(...rows: Notification[]) {
  const refresh = vi.fn<(queryKey: readonly string[]) => void>()
  const inbox = notificationInbox(refresh)
  return { inbox, refresh, announced: inbox.loaded(rows) }
}

it('notifications that exist when the page is opened are not announced', () => {
  const { refresh, announced } = opened(notice('old'))
  expect(refresh).not.toHaveBeenCalled()
  expect(announced).toEqual([])
})

it.each(['arrived first', 'loaded first'])(
  'a new notification (%s) refreshes its data once and is announced once',
  (order) => {
    const { inbox, refresh } = opened(notice('old'))
    const acts = [
      () => inbox.arrived(notice('new')),
      () => inbox.loaded([notice('new'), notice('old')]),
    ]
    const said = (order === 'arrived first' ? acts : acts.toReversed()).flatMap((act) => act())
    expect(refresh.mock.calls).toEqual([[keyRoots.orders]])
    expect(said).toEqual([notice('new')])
  },
)

it('a notification of a new match refreshes the counts of creators and of saved searches', () => {
  const { inbox, refresh } = opened()
  inbox.arrived(notice('match', false, 'new_kol_match'))
  expect(refresh.mock.calls).toEqual([[CREATOR_COUNTS], [SAVED_COUNTS]])
})

it('a notification that arrives before the first load is announced once', () => {
  const refresh = vi.fn<(queryKey: readonly string[]) => void>()
  const inbox = notificationInbox(refresh)
  expect(inbox.arrived(notice('new'))).toHaveLength(1)
  expect(inbox.loaded([notice('new')])).toEqual([])
  expect(refresh).toHaveBeenCalledTimes(1)
})

it('of several new notifications at most three unread ones are announced, and all refresh their data', () => {
  const { inbox, refresh } = opened()
  const rows = [notice('read', true), ...['a', 'b', 'c', 'd'].map((id) => notice(id))]
  expect(inbox.loaded(rows)).toHaveLength(3)
  expect(refresh).toHaveBeenCalledTimes(5)
})
