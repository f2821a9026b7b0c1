import { expect, test, vi } from 'vitest'
import { DATA_RETRIES, PROFILE_RETRIES } from '../constants.ts'
import { MutationObserver } from '@tanstack/react-query'
import { toast } from '../toast.ts'
import { ConfirmAgainError, queryClient, retryUpTo, showFailure } from './query-client.ts'

const network = new TypeError('Failed to fetch')

test('a query that fails by a network error is retried up to its limit', () => {
  const data = retryUpTo(DATA_RETRIES)
  expect([0, 1, 2, 3].map((failures) => data(failures, network))).toEqual([true, true, true, false])
  const profile = retryUpTo(PROFILE_RETRIES)
  expect([0, 1].map((failures) => profile(failures, network))).toEqual([true, false])
})

test('the first failure of a query starts a check of the connection while the query is retried', async () => {
  vi.useFakeTimers()
  const asked = vi.fn<typeof fetch>(() => Promise.resolve(new Response()))
  vi.stubGlobal('fetch', asked)
  let tries = 0
  const data = queryClient.fetchQuery({
    queryKey: ['retried'],
    queryFn: async () => {
      tries += 1
      if (tries === 1) throw network
      return 'here'
    },
    retry: retryUpTo(1),
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await data).toBe('here')
  vi.useRealTimers()
})

test('a query that is refused is not retried', () => {
  expect(retryUpTo(3)(0, { code: 'PT409', message: 'order_not_delivered' })).toBe(false)
  expect(retryUpTo(3)(0, { code: 'PGRST116', message: 'no rows' })).toBe(false)
})

test('data is fresh for five minutes, and loaded again after a reconnect but not on focus', () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: true,
  })
})

test('an error is shown as one toast, whether it is thrown inside a mutation or outside', async () => {
  const shown = vi.spyOn(toast, 'error').mockReturnValue(undefined)
  showFailure(new ConfirmAgainError('The screen says it.'))
  showFailure(new Error('The picture cannot be drawn.'))
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(1))
  for (const silent of [false, true]) {
    const act = new MutationObserver(queryClient, {
      mutationFn: () => Promise.reject(new Error('Refused.')),
      meta: { silent },
    })
    await act.mutate().catch(showFailure)
  }
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(2))
  // A thrown value that is not an Error object is shown as well.
  showFailure('lost')
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(3))
})

test('the queries that a mutation invalidates become stale after its success and after a refusal', async () => {
  for (const done of [true, false]) {
    queryClient.setQueryData(['named', 'one'], 1)
    const act = new MutationObserver(queryClient, {
      mutationFn: () => (done ? Promise.resolve() : Promise.reject(new Error('Refused.'))),
      meta: { silent: true, invalidates: [['named']] },
    })
    await act.mutate().catch(() => {})
    expect(queryClient.getQueryState(['named', 'one'])?.isInvalidated).toBe(true)
  }
})
