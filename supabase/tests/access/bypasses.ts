import type { SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { anonymous, must, signIn } from '../api/harness.ts'
import { actors } from './actors.ts'
import { expectSameEmbedded, foreignKeys } from './embedding.ts'
import { expectRefused, forEach, type Outcome } from './attempts.ts'
import { run, type Row } from './database.ts'
import { calls, lines, type FunctionName } from './matrix.ts'
import type { Setup } from './fixtures.ts'

/** Tests of indirect ways to data: rows that cannot be read directly cannot be read through something else. */
export function testBypasses(setup: () => Setup) {
  describe('indirect ways to data', () => {
    test.each(actors.filter((actor) => actor !== 'service'))(
      'embedding shows %s no row that they could not select',
      async (actor) => {
        const keys = await foreignKeys()
        const visible = lines.filter(
          (line) =>
            line.rights[actor]?.select &&
            !['solvency', 'balance_proofs', 'market_terms'].includes(line.relation),
        )
        const tries = visible.flatMap((line) =>
          keys
            .filter(({ child, parent }) => child === line.relation || parent === line.relation)
            .map((key) => ({ line, key })),
        )
        expect(tries.length).toBeGreaterThan(0)
        let embedded = 0
        await forEach(tries, async ({ line, key }) => {
          const found = await expectSameEmbedded(line, key, actor, setup())
          embedded += found
        })
        expect(embedded > 0).toBe(actor !== 'signedOut')
      },
    )

    test("embedding into a function's result shows no more rows", async () => {
      const { users } = setup()
      const found = await users.brand.client
        .rpc('search_creators', { filters: { searchTerm: users.rivalCreator.name } })
        .select('id, profiles(*)')
      for (const row of (found.data ?? []) as Row[]) expect(row['profiles']).toBeNull()
    })

    test('filters and orders over embedded rows do not reveal hidden values', async () => {
      const { users, fixtures } = setup()
      const [{ referral_code: code } = {}] = await run(
        'select referral_code from public.profiles where id = $1',
        [users.creator.id],
      )
      const packs = () =>
        users.brand.client
          .from('packs')
          .select('id, profiles!packs_kol_id_fkey!inner(id)')
          .eq('id', fixtures.pack.id)
      expectRefused(await packs(), 'embed profiles')
      expectRefused(await packs().eq('profiles.referral_code', String(code)), 'filter')
      expectRefused(await packs().like('profiles.referral_code', '%'), 'filter')
      const sorted = await users.brand.client
        .from('packs')
        .select('title, profiles!packs_kol_id_fkey(referral_code)')
        .eq('kol_id', users.creator.id)
        .order('profiles(referral_code)')
      for (const row of must(sorted)) expect(row.profiles).toBeNull()
    })

    test('no other schema is exposed', async () => {
      const { users } = setup()
      const inner = { auth: 'users', private: 'settings', storage: 'objects', realtime: 'messages' }
      const others = { information_schema: 'tables', pg_catalog: 'pg_class', extensions: 'x' }
      for (const client of [users.brand.client, users.staff.client]) {
        await forEach(Object.entries({ ...inner, ...others }), async ([schema, relation]) => {
          const closed = client.schema(schema) as unknown as SupabaseClient
          expect((await closed.from(relation).select()).error?.code, schema).toBe('PGRST106')
          const called = await closed.rpc('setting', { key: 'creator_fee' })
          expect(called.error?.code, schema).toBe('PGRST106')
        })
      }
    })

    test('private functions and functions of extensions are not exposed', async () => {
      const { users } = setup()
      const inner: [string, Row][] = [
        ['appoint_staff', { profile_id: users.brand.id }],
        ['post_transfer', { event: 'payment', account_ids: [1], amounts: [1] }],
        ['notify', { user_profile_id: users.brand.id, type: 'x', title: 'x', message: 'x' }],
        ['audit', { action: 'x', subject_id: users.brand.id }],
        ['secret', { name: 'unsubscribe' }],
        ['pg_sleep', { seconds: 1 }],
        ['query_to_xml', { query: 'select 1', nulls: true, tableforest: true, targetns: '' }],
        ['digest', { data: 'x', type: 'md5' }],
        ['lo_import', { path: '/etc/passwd' }],
      ]
      await forEach(inner, async ([name, args]) => {
        expect((await users.staff.client.rpc(name, args)).error?.code, name).toBe('PGRST202')
      })
    })

    test('a function refuses a time or an id of a member as an additional argument', async () => {
      const { users } = setup()
      const names = Object.keys(calls).filter((name) => name !== 'run_due_work') as FunctionName[]
      const smuggled = {
        at: '2040-01-01',
        profile_id_: users.creator.id,
        actor_id: users.creator.id,
      }
      await forEach(names, async (name) => {
        for (const [key, value] of Object.entries(smuggled)) {
          const answer: Outcome = await users.brand.client.rpc(name, { [key]: value })
          expect(answer.error?.code, `${name}(${key})`).toBe('PGRST202')
        }
      })
    })

    test('members cannot use the admin API of Auth, and their user metadata gives them no rights', async () => {
      const { users } = setup()
      const { userId } = users.creator
      for (const client of [anonymous(), users.brand.client, users.staff.client]) {
        const { admin } = client.auth
        const [list, one, change, removal] = await Promise.all([
          admin.listUsers(),
          admin.getUserById(userId),
          admin.updateUserById(userId, { password: 'taken-over-1' }),
          admin.deleteUser(userId),
        ])
        for (const { error } of [list, one, change, removal]) expect(error).not.toBeNull()
      }
      const { client } = await signIn(users.rivalBrand.email)
      const wishes = { sub: userId, role: 'service_role', aal: 'aal2', is_staff: true }
      must(await client.auth.updateUser({ data: { ...wishes, app_metadata: { role: 'admin' } } }))
      must(await client.auth.refreshSession())
      expect((await client.rpc('list_settings')).error?.message).toBe('not_allowed')
      const own = must(await client.from('profiles').select('id'))
      expect(own).toEqual([{ id: users.rivalBrand.id }])
    })

    test('members cannot create, publish, empty or remove buckets, and cannot move files', async () => {
      const { users, fixtures } = setup()
      const before = await run('select id, public from storage.buckets order by id')
      const file = `${fixtures.conversation}/${fixtures.folder}/brief.txt`
      for (const { client } of [users.brand, users.rivalBrand, users.staff]) {
        const answers = [
          await client.storage.createBucket('mine', { public: true }),
          await client.storage.updateBucket('attachments', { public: true }),
          await client.storage.emptyBucket('attachments'),
          await client.storage.deleteBucket('attachments'),
          await client.storage.from('attachments').move(file, `${users.brand.id}/x.txt`),
          await client.storage
            .from('attachments')
            .copy(file, `${users.brand.id}/x.txt`, { destinationBucket: 'avatars' }),
          await client.storage.from('avatars').createSignedUploadUrl(`${users.brand.id}/x.png`),
          await client.storage
            .from('attachments')
            .createSignedUploadUrl(`${fixtures.conversation}/${fixtures.folder}/x.png`),
        ]
        for (const { error } of answers) expect(error).not.toBeNull()
      }
      expect(await run('select id, public from storage.buckets order by id')).toEqual(before)
      expect(await run('select from storage.objects where name = $1', [file])).toHaveLength(1)
    })

    test('an update or a delete without a filter changes no rows of others', async () => {
      const { users } = setup()
      const before = await run(othersRows, [users.rivalBrand.id])
      const { client } = users.rivalBrand
      const attempts: [string, Row][] = [
        ['profiles', { bio: 'Gone.' }],
        ['packs', { title: 'Gone' }],
        ['campaigns', { title: 'Gone' }],
        ['saved_searches', { name: 'Gone' }],
        ['messages', { is_read: true }],
      ]
      for (const [table, change] of attempts)
        await client.from(table).update(change).not('id', 'is', null)
      for (const table of ['campaigns', 'saved_searches'])
        await client.from(table).delete().not('id', 'is', null)
      expect(await run(othersRows, [users.rivalBrand.id])).toEqual(before)
    })
  })
}

const othersRows = `
  select (select count(*) from public.profiles where bio = 'Gone.' and id <> $1) as profiles,
    (select count(*) from public.packs where title = 'Gone') as packs,
    (select count(*) from public.campaigns where title = 'Gone') as campaigns,
    (select count(*) > 0 from public.campaigns where brand_id <> $1) as kept,
    (select count(*) > 0 from public.saved_searches where profile_id <> $1) as searches`
