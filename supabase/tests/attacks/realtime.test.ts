// Who listens, speaks and is present where: every table and every topic, by everybody who should not.
import type { SupabaseClient } from '@supabase/supabase-js'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { gather } from '../access/actors.ts'
import { columns } from '../access/matrix.ts'
import { build, type Scene } from '../access/world.ts'
import { anonymous, stack } from '../api/harness.ts'
import { hear, join, type Heard } from './sockets.ts'

let scene: Scene
let attackers: Record<string, SupabaseClient>
beforeAll(async () => {
  const cast = await gather()
  scene = { cast, world: await build(cast) }
  attackers = {
    'another brand': cast.rivalBrand.client,
    'another creator': cast.rivalCreator.client,
    staff: cast.staff.client,
    'a stranger': anonymous(),
  }
})

/** Changes arrive within this time, or not at all: who may hear them is the measure. */
const QUIET_MS = 3000

test('changes of two members reach nobody else, by whatever binding', async () => {
  const { cast, world } = scene
  const ids = [cast.brand.id, cast.creator.id, world.conversation]
  const bindings = [
    { schema: '*' },
    { schema: 'private' },
    { schema: 'auth' },
    ...Object.keys(columns).map((table) => ({ table })),
    { table: 'messages', filter: `receiver_id=eq.${cast.creator.id}` },
    { table: 'messages', filter: `conversation_id=in.(${world.conversation})` },
    { table: 'notifications', filter: `user_id=neq.${cast.rivalBrand.userId}` },
    { table: 'pack_orders', filter: 'price_minor=gt.0' },
    { table: 'messages', filter: `content=like.%` },
    { table: 'messages', filter: `id=eq.' or true --` },
  ]
  const honest = await hear(cast.creator.client, { table: 'messages' })
  expect(honest.status).toBe('SUBSCRIBED')
  const ears: { who: string; heard: Heard }[] = []
  for (const [who, client] of Object.entries(attackers)) {
    const heard = await Promise.all(bindings.map((binding) => hear(client, binding)))
    ears.push(...heard.map((one) => ({ who, heard: one })))
  }
  await world.say()
  await world.order('funded')
  await expect.poll(() => honest.events.length, { timeout: 30_000 }).toBeGreaterThan(0)
  await delay(QUIET_MS)
  for (const { who, heard } of ears) {
    for (const id of ids) expect(JSON.stringify(heard.events), who).not.toContain(id)
  }
  await Promise.all([honest, ...ears.map(({ heard }) => heard)].map((heard) => heard.stop()))
})

test('the topics of a conversation are joined by its members alone', async () => {
  const { cast, world } = scene
  const topics = [cast.brand.id, cast.creator.id].map(
    (id) => `conversation:${world.conversation}:${id}`,
  )
  const own = await join(cast.creator.client, topics[0] ?? '')
  expect(own.status).toBe('SUBSCRIBED')
  for (const [who, client] of Object.entries(attackers)) {
    const odd = [`conversation:${world.conversation}`, `conversation:%:%`, 'realtime:*', 'admin']
    for (const topic of [...topics, ...odd]) {
      const heard = await join(client, topic)
      expect(heard.status, `${who} in ${topic}`).not.toBe('SUBSCRIBED')
      await client.removeChannel(heard.channel)
    }
  }
  await own.stop()
})

test("nobody speaks or is present in another's name", async () => {
  const { cast, world } = scene
  const topic = `conversation:${world.conversation}:${cast.brand.id}`
  const listener = await join(cast.creator.client, topic)
  const speakers = { ...attackers, 'the other member': cast.creator.client }
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
    // The public topic of the same name is another one.
    const beside = await join(client === cast.creator.client ? anonymous() : client, topic, false)
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

test('a member who broadcasts without end is held back, and the others are not', async () => {
  const { cast, world } = scene
  const mine = (id: string) => `conversation:${world.conversation}:${id}`
  const listener = await join(cast.creator.client, mine(cast.brand.id))
  const loud = await join(cast.brand.client, mine(cast.brand.id))
  expect([listener.status, loud.status]).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
  for (let sent = 0; sent < 5000; sent += 1) {
    await loud.channel.send({ type: 'broadcast', event: 'typing', payload: { sent } })
    if (sent % 500 === 0) await delay(1)
  }
  await delay(QUIET_MS)
  expect(listener.events.length).toBeLessThan(4000)
  const quiet = await join(cast.rivalCreator.client, 'conversation:none:none', false)
  expect(quiet.status).toBe('SUBSCRIBED')
  await Promise.all([listener, loud, quiet].map((heard) => heard.stop()))
})
