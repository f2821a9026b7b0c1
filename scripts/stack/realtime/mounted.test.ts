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

test('a member gets changes of the own profile, and another member does not', async () => {
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

test('a message may be broadcast over HTTP', async () => {
  const channel = bob.client.channel('hall')
  const got: unknown[] = []
  channel.on('broadcast', { event: 'word' }, ({ payload }) => got.push(payload))
  await listen(bob.client, channel)
  expect(await ann.client.channel('hall').httpSend('word', { text: 'hello' })).toEqual({
    success: true,
  })
  await eventually('the word', () => got.length > 0)
  expect(got).toEqual([{ text: 'hello' }])
})

test('a restart of the database closes no channel', async () => {
  const profile = { event: '*', schema: 'public', table: 'profiles' }
  const { events, channel } = await listen(ann.client, undefined, profile)
  await stack.restartDatabase()
  await stack.sql(`update public.profiles set bio = 'back again' where user_id = $1`, [ann.userId])
  await eventually(
    'the change',
    () => events.some((event) => event.new.bio === 'back again'),
    10_000,
  )
  expect(channel.state).toBe('joined')
})

test('the stack stops while clients are connected', async () => {
  const begun = Date.now()
  isStopped = true
  await stack.stop()
  expect(Date.now() - begun).toBeLessThan(10_000)
})
