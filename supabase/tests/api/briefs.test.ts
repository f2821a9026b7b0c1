import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { done, expectRefused, must, newMember, newPack, type Member } from './harness.ts'

// The brief of an order and the templates of a brand, as a program with supabase-js uses them.

let creator: Member
let brand: Member
let rival: Member
let packId: string
let conversation: string

beforeAll(async () => {
  ;[creator, brand, rival] = await Promise.all([
    newMember('kol'),
    newMember('brand'),
    newMember('brand'),
  ])
  packId = (await newPack(creator)).id
  conversation = must(
    await brand.client.rpc('get_or_create_conversation', { other_profile_id: creator.id }),
  )
})

async function upload(from: Member) {
  const path = `${conversation}/${randomUUID()}/guide.txt`
  const guide = new Blob(['Green and green.'], { type: 'text/plain' })
  must(await from.client.storage.from('attachments').upload(path, guide))
  return { path, name: 'guide.txt', type: 'text/plain', size: 16 }
}

const purchase = () => ({ pack_id: packId, brief: 'Explain it.', idempotency_key: randomUUID() })
const PARTS = {
  goal: 'Sign-ups.',
  dos: ['Show the app'],
  donts: ['Promise a profit'],
  links: ['https://a.example/guide'],
}

test('an order keeps the parts of its brief, which only the two sides read', async () => {
  const files = [await upload(brand)]
  const call = { ...purchase(), ...PARTS, files }
  const order = must(await brand.client.rpc('place_order', call))
  expect(must(await brand.client.rpc('place_order', call)).id).toBe(order.id)
  expectRefused(
    await brand.client.rpc('place_order', { ...call, goal: 'Reach.' }),
    'idempotency_key_reused',
    409,
  )
  const read = async (member: Member) =>
    must(
      await member.client
        .from('pack_orders')
        .select('brief, brief_goal, brief_dos, brief_donts, brief_links, brief_files, brief_hash')
        .eq('id', order.id),
    )
  expect(await read(creator)).toEqual([
    {
      brief: 'Explain it.',
      brief_goal: PARTS.goal,
      brief_dos: PARTS.dos,
      brief_donts: PARTS.donts,
      brief_links: PARTS.links,
      brief_files: files,
      brief_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ])
  expect(await read(rival)).toEqual([])
  const attachments = (member: Member) => member.client.storage.from('attachments')
  const [guide] = files
  expect(await must(await attachments(creator).download(guide?.path ?? '')).text()).toBe(
    'Green and green.',
  )
  expect((await attachments(rival).download(guide?.path ?? '')).error).not.toBeNull()
})

test('an order with the text alone is placed as before', async () => {
  const order = must(await brand.client.rpc('place_order', purchase()))
  expect(order).toMatchObject({ brief: 'Explain it.', brief_goal: '', brief_links: [] })
})

test('each part has bounds, and files are the uploads of the brand', async () => {
  const refused = async (parts: object, token: string, status: number) =>
    expectRefused(await brand.client.rpc('place_order', { ...purchase(), ...parts }), token, status)
  await refused({ goal: 'x'.repeat(501) }, 'pack_orders_brief_goal_length', 400)
  await refused({ dos: Array(21).fill('x') }, 'pack_orders_brief_dos_short', 400)
  await refused({ links: ['javascript:alert(1)'] }, 'pack_orders_brief_links_are_addresses', 400)
  await refused({ files: [await upload(creator)] }, 'file_unknown', 422)
  await refused({ files: [{ path: `${conversation}/x/y.txt` }] }, 'file_unknown', 422)
})

test('templates belong to the brand that wrote them', async () => {
  const templates = (member: Member) => member.client.from('brief_templates')
  const texts = { name: 'Launch', message: 'Explain it.', ...PARTS }
  const { id } = must(await templates(brand).insert(texts).select('id').single())
  expectRefused(await templates(brand).insert(texts), 'brief_templates_name_once', 409)
  done(await templates(brand).update({ name: 'Relaunch', dos: [] }).eq('id', id))
  expect(must(await templates(brand).select('name, goal, dos'))).toEqual([
    { name: 'Relaunch', goal: PARTS.goal, dos: [] },
  ])
  expect(must(await templates(rival).select('*'))).toEqual([])
  expect(must(await templates(rival).delete().eq('id', id).select())).toEqual([])
  expect((await templates(creator).insert({ name: 'Mine' })).error).not.toBeNull()
  const exported = must(await brand.client.rpc('export_my_data')) as Record<string, unknown[]>
  expect(exported['brief_templates']).toMatchObject([{ id, name: 'Relaunch' }])
  done(await templates(brand).delete().eq('id', id))
  expect(must(await templates(brand).select('*'))).toEqual([])
})

const offer = (from: Member, parts: object = {}) =>
  from.client.rpc('make_offer', {
    conversation_id: conversation,
    title: 'Two threads',
    scope: 'Both.',
    price_minor: 20_000,
    currency: 'USD',
    delivery_days: 5,
    revisions: 1,
    idempotency_key: randomUUID(),
    ...parts,
  })

test('an offer of the brand carries its brief into the order', async () => {
  const files = [await upload(brand)]
  expectRefused(await offer(brand, { goal: 'x'.repeat(501) }), 'offers_brief_goal_length', 400)
  const made = must(await offer(brand, { ...PARTS, brief: 'Explain it.', files }))
  const call = { offer_id: made.id, terms: made.terms_hash }
  const seen = must(await creator.client.from('offers').select('*').eq('id', made.id).single())
  expect(seen).toMatchObject({ brief_goal: PARTS.goal, brief_files: files })
  expectRefused(
    await creator.client.rpc('accept_offer', { ...call, goal: 'Mine.' }),
    'brief_is_brands',
    403,
  )
  const order = must(await creator.client.rpc('accept_offer', call))
  expect(order).toMatchObject({ brief: 'Explain it.', brief_hash: seen.brief_hash })
})

test('a brand that accepts an offer brings its brief, once', async () => {
  expectRefused(await offer(creator, { brief: 'Mine.' }), 'brief_is_brands', 403)
  const made = must(await offer(creator))
  const call = { offer_id: made.id, terms: made.terms_hash, ...PARTS }
  expectRefused(
    await brand.client.rpc('accept_offer', { ...call, files: [await upload(creator)] }),
    'file_unknown',
    422,
  )
  const order = must(await brand.client.rpc('accept_offer', call))
  expect(order).toMatchObject({ brief: '', brief_goal: PARTS.goal, brief_dos: PARTS.dos })
  expect(must(await brand.client.rpc('accept_offer', call)).id).toBe(order.id)
  expectRefused(
    await brand.client.rpc('accept_offer', { ...call, goal: 'Reach.' }),
    'offer_not_open',
    409,
  )
})
