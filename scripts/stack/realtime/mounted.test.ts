import { setTimeout as delay } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestStack, type TestStack } from '../test-stack.ts'
import { eventually, listen } from './testing.ts'

let stack: TestStack
let isStopped = false
let ann: { client: SupabaseClient; userId: string }
let bob: { client: SupabaseClient; userId: string }

beforeAll(async () => {
  stack = await startTestStack()
  ;[ann, bob] = await Promise.all([stack.member('ann'), stack.member('bob')])
})
afterAll(async () => {
  if (!isStopped) await stack?.stop()
})

test('a member gets changes of their own profile, and another member does not', async () => {
  const profile = { event: 'UPDATE', schema: 'public', table: 'profiles' }
  const [own, others] = [
    await listen(ann.client, undefined, profile),
    await listen(bob.client, undefined, profile),
  ]
  const written = await ann.client
    .from('profiles')
    .update({ display_name: 'Ann' })
    .eq('user_id', ann.userId)
  expect(written.error).toBeNull()
  await eventually('the change', () => own.events.length > 0)
  expect(own.events[0]?.new).toMatchObject({ user_id: ann.userId, display_name: 'Ann' })
  expect(others.events).toEqual([])
})

test('a client joins again after a restart of the database, and gets changes', async () => {
  const profile = { event: '*', schema: 'public', table: 'profiles' }
  const { events, statuses } = await listen(ann.client, undefined, profile)
  await stack.restartDatabase()
  await eventually(
    'the second join',
    () => statuses.at(-1)?.status === 'SUBSCRIBED' && statuses.length > 1,
  )
  // A client that joins before the stream of changes runs again joins once more, and may miss a change in between.
  for (let attempt = 0; attempt < 20 && events.length === 0; attempt += 1) {
    await stack.sql(`update public.profiles set bio = 'back again' where user_id = $1`, [
      ann.userId,
    ])
    await delay(500)
  }
  expect(events.at(-1)?.new['bio']).toBe('back again')
})

test('the stack stops while clients are connected', async () => {
  const begun = Date.now()
  isStopped = true
  await stack.stop()
  expect(Date.now() - begun).toBeLessThan(10_000)
})
