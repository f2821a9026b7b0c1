// Tests that actors without the right cannot receive changes of any table, nor join, send to or be present in
// any topic.
import type { SupabaseClient } from '@supabase/supabase-js'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { columns } from '../access/matrix.ts'
import { setUp } from '../access/fixtures.ts'
import { anonymous, passwordAlone, stack } from '../api/harness.ts'
import { hear, join, type Heard } from './sockets.ts'

let attackers: Record<string, SupabaseClient>
const setup = forAllTests(setUp)
beforeAll(async () => {
  const { users } = setup
  attackers = {
    'another brand': users.rivalBrand.client,
    'another creator': users.rivalCreator.client,
    staff: users.staff.client,
    'a stranger': anonymous(),
    // A session without the brand's second factor.
    'the password of the brand': (await passwordAlone(users.brand.email)).client,
  }
})

/** The time to wait for changes. One that has not arrived by then counts as not received. */
const QUIET_MS = 3000

test('changes of two members reach no other member, by any binding', async () => {
  const { users, fixtures } = setup
  const ids = [users.brand.id, users.creator.id, fixtures.conversation]
  const bindings = [
    { schema: '*' },
    { schema: 'private' },
    { schema: 'auth' },
    ...Object.keys(columns).map((table) => ({ table })),
    { table: 'messages', filter: `receiver_id=eq.${users.creator.id}` },
    { table: 'messages', filter: `conversation_id=in.(${fixtures.conversation})` },
    { table: 'notifications', filter: `user_id=neq.${users.rivalBrand.userId}` },
    { table: 'pack_orders', filter: 'price_minor=gt.0' },
    { table: 'messages', filter: `content=like.%` },
    { table: 'messages', filter: `id=eq.' or true --` },
  ]
  const honest = await hear(users.creator.client, { table: 'messages' })
  expect(honest.status).toBe('SUBSCRIBED')
  const ears: { who: string; heard: Heard }[] = []
  for (const [who, client] of Object.entries(attackers)) {
    const heard = await Promise.all(bindings.map((binding) => hear(client, binding)))
    ears.push(...heard.map((one) => ({ who, heard: one })))
  }
  await fixtures.sendMessage()
  await fixtures.order('funded')
  await expect.poll(() => honest.events.length, { timeout: 30_000 }).toBeGreaterThan(0)
  await delay(QUIET_MS)
  for (const { who, heard } of ears) {
    for (const id of ids) expect(JSON.stringify(heard.events), who).not.toContain(id)
  }
  await Promise.all([honest, ...ears.map(({ heard }) => heard)].map((heard) => heard.stop()))
})

test('only the two members of a conversation join its topics', async () => {
  const { users, fixtures } = setup
  const topics = [users.brand.id, users.creator.id].map(
    (id) => `conversation:${fixtures.conversation}:${id}`,
  )
  const own = await join(users.creator.client, topics[0] ?? '')
  expect(own.status).toBe('SUBSCRIBED')
  for (const [who, client] of Object.entries(attackers)) {
    const odd = [`conversation:${fixtures.conversation}`, `conversation:%:%`, 'realtime:*', 'admin']
    for (const topic of [...topics, ...odd]) {
      const heard = await join(client, topic)
      expect(heard.status, `${who} in ${topic}`).not.toBe('SUBSCRIBED')
      await client.removeChannel(heard.channel)
    }
  }
  await own.stop()
})

test('a member sends no broadcast and no presence in the name of another', async () => {
  const { users, fixtures } = setup
  const topic = `conversation:${fixtures.conversation}:${users.brand.id}`
  const listener = await join(users.creator.client, topic)
  const speakers = { ...attackers, 'the other member': users.creator.client }
  for (const [who, client] of Object.entries(speakers)) {
    const token =
      (await client.auth.getSession()).data.session?.access_token ?? stack.publishableKey
    const message = { topic, event: 'typing', payload: { from: who }, private: true }
    await fetch(`${stack.apiUrl}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: {
        apikey: stack.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ messages: [message, { ...message, private: false }] }),
    })
    // A public topic with the same name is a different topic: messages to it must not reach the private one.
    const beside = await join(client === users.creator.client ? anonymous() : client, topic, false)
    await beside.channel.send({ type: 'broadcast', event: 'typing', payload: { from: who } })
    await beside.channel.track({ from: who })
    await beside.stop()
  }
  await listener.channel.send({ type: 'broadcast', event: 'typing', payload: { from: 'reader' } })
  await listener.channel.track({ from: 'reader' })
  await delay(QUIET_MS)
  expect(listener.events).toEqual([])
  await listener.stop()
})

test('a member who broadcasts without limit is slowed down, and others are not', async () => {
  const { users, fixtures } = setup
  const mine = (id: string) => `conversation:${fixtures.conversation}:${id}`
  const listener = await join(users.creator.client, mine(users.brand.id))
  const loud = await join(users.brand.client, mine(users.brand.id))
  expect([listener.status, loud.status]).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
  for (let sent = 0; sent < 5000; sent += 1) {
    await loud.channel.send({ type: 'broadcast', event: 'typing', payload: { sent } })
    if (sent % 500 === 0) await delay(1)
  }
  await delay(QUIET_MS)
  expect(listener.events.length).toBeLessThan(4000)
  const quiet = await join(users.rivalCreator.client, 'conversation:none:none', false)
  expect(quiet.status).toBe('SUBSCRIBED')
  await Promise.all([listener, loud, quiet].map((heard) => heard.stop()))
})
