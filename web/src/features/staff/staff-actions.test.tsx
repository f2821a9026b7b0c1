import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '@/lib/api/query-client.ts'
import { supabase } from '@/lib/api/supabase.ts'
import { toast } from '@/lib/toast.ts'
import common from '@/locales/en/common.json'
import staff from '@/locales/en/staff.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { disputeFileQuery, settingsQuery } from './queries.ts'
import { useStaffAction } from './staff-actions.ts'

giveWords({ common, staff })
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Runs the hook in a component and returns its result. */
function staffAction(name?: string, client = new QueryClient()) {
  const held: ReturnType<typeof useStaffAction>[] = []
  const Holder = () => {
    held.push(useStaffAction(name))
    return null
  }
  htmlOf(
    <QueryClientProvider client={client}>
      <Holder />
    </QueryClientProvider>,
  )
  return held[0]
}

test('the toast after closing several reports contains the number that the database closed', async () => {
  const said = vi.spyOn(toast, 'success').mockReturnValue(undefined)
  // One report was closed by a colleague, so the function closes only the other one.
  vi.spyOn(supabase, 'rpc').mockResolvedValue({ data: 1, error: null } as never)
  const args = { message_ids: ['one', 'other'], resolution: 'Spoke to both.' }
  await staffAction()?.mutateAsync({ act: 'resolve_reports', args })
  expect(said).toHaveBeenCalledWith('Closed the reports of 1 message')
})

test('the toast after an act about a member contains the name, isolated because of its writing direction', async () => {
  const said = vi.spyOn(toast, 'success').mockReturnValue(undefined)
  vi.spyOn(supabase, 'rpc').mockResolvedValue({ data: null, error: null } as never)
  const args = { profile_id: 'p', shown_hash: 'h' }
  await staffAction('نور 5re')?.mutateAsync({ act: 'verify_profile', args })
  expect(said).toHaveBeenCalledWith('Verified: \u2068نور 5re\u2069')
})

test('an approval with a name shows one toast, and an approval without a name none', async () => {
  const said = vi.spyOn(toast, 'success').mockReturnValue(undefined)
  vi.spyOn(supabase, 'rpc').mockResolvedValue({ data: null, error: null } as never)
  const act = { act: 'approve_profile', args: { profile_id: 'p', shown_hash: 'h' } } as const
  await staffAction('Quokka')?.mutateAsync(act)
  expect(said).toHaveBeenCalledExactlyOnceWith('Quokka is on the market now.')
  await staffAction()?.mutateAsync(act)
  expect(said).toHaveBeenCalledOnce()
})

test.each([
  ['resolve_dispute', 'order_not_disputed'],
  ['decide_appeal', 'order_not_appealed'],
] as const)(
  'the act %s rejects with decided_meanwhile if a colleague has decided before',
  async (act, message) => {
    const error = { code: 'PT409', message }
    vi.spyOn(supabase, 'rpc').mockResolvedValue({ data: null, error } as never)
    const args = { order_id: 'o', creator_share_minor: 1, note: 'Late.' }
    await expect(staffAction()?.mutateAsync({ act, args })).rejects.toThrow('decided_meanwhile')
  },
)

test('a refused ruling shows one toast, and does not load the open case again, which would count as reading', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const said = vi.spyOn(toast, 'error').mockReturnValue(undefined)
  const error = { code: 'PT409', message: 'order_not_disputed' }
  const ask = vi.spyOn(supabase, 'rpc').mockResolvedValue({ data: null, error } as never)
  const keys = [disputeFileQuery('o'), settingsQuery()].map(({ queryKey }) => queryKey)
  for (const key of keys) queryClient.setQueryData(key, {} as never)
  const stop = new QueryObserver(queryClient, {
    ...disputeFileQuery('o'),
    staleTime: Infinity,
  }).subscribe(() => {})
  const args = { order_id: 'o', creator_share_minor: 1, note: 'Late.' }
  await expect(
    staffAction('', queryClient)?.mutateAsync({ act: 'resolve_dispute', args }),
  ).rejects.toThrow('decided_meanwhile')
  await vi.waitFor(() => expect(said).toHaveBeenCalled())
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([false, true])
  expect(ask.mock.calls.map(([name]) => name)).toEqual(['resolve_dispute'])
  expect(said).toHaveBeenCalledOnce()
  stop()
})

test('a decision on an appeal against a suspension rejects with decided_meanwhile if a colleague has decided', async () => {
  const error = { code: 'PT409', message: 'suspension_not_appealed' }
  vi.spyOn(supabase, 'rpc').mockResolvedValue({ data: null, error } as never)
  const args = { profile_id: 'p', upheld: true, note: 'Spam.' }
  await expect(
    staffAction()?.mutateAsync({ act: 'decide_suspension_appeal', args }),
  ).rejects.toThrow('decided_meanwhile')
})
