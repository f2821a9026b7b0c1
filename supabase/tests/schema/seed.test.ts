// The demo market shows every state of an order. It has a public password, so it may only be loaded into
// an empty local database.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runSql, withClient } from 'local-supabase/database.ts'
import { projectRoot } from '../../../scripts/project.ts'
import { testDatabase } from '../support/race.ts'

const db = testDatabase(2)
const market = testDatabase(1, 'demo')

const seed = () =>
  withClient(db.url, (client) => runSql(client, join(projectRoot, 'supabase', 'seed.sql')))
const users = async () => (await db.sql`select from auth.users`).length

test('the seed refuses a market that was founded', async () => {
  await db.sql`select private.create_founding_invite('you@kolpact.test')`
  await expect(seed()).rejects.toThrow('the demo market')
  expect(await users()).toBe(0)
  await db.sql`delete from private.founding`
})

test('the seed refuses a database with a member that it did not make', async () => {
  await db.sql`select tests.make_member('ann')`
  await expect(seed()).rejects.toThrow('the demo market')
  expect(await users()).toBe(1)
})

test('the seed makes fifty creators or more, and orders that were in each usual state', async () => {
  const creators = await market.sql`select from public.members where role = 'kol'`
  expect(creators.length).toBeGreaterThanOrEqual(50)
  const states = await market.sql<{ status: string }[]>`
    select distinct to_status as status from public.order_events`
  const usual =
    'pending_payment funded in_progress delivered in_revision disputed completed settled declined cancelled expired'
  expect(states.map(({ status }) => status)).toEqual(expect.arrayContaining(usual.split(' ')))
})

test('each notice about an order of the seed is as old as what it tells of', async () => {
  const late = await market.sql`
    select n.event from public.notifications n join public.pack_orders o on o.id = (n.data ->> 'order_id')::uuid
    where n.event like 'order_%' and n.created_at > o.updated_at + interval '2 days'`
  expect(late).toEqual([])
})
