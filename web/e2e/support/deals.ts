import { randomUUID } from 'node:crypto'
import { demo, fund, must, newMember, newPack, placeOrder, write, type Member } from './members.ts'

// Creates orders in the states that the tests of forms and pages need, through the API.

const LINKS = ['https://example.com/post']

async function paid(brand: Member, pack: string) {
  const order = await placeOrder(brand, pack)
  await fund(order)
  return order.id
}

async function accepted(brand: Member, creator: Member, pack: string) {
  const order_id = await paid(brand, pack)
  await must(creator.client.rpc('accept_order', { order_id }))
  return order_id
}

async function delivered(brand: Member, creator: Member, pack: string) {
  const order_id = await accepted(brand, creator, pack)
  await must(creator.client.rpc('deliver_order', { order_id, note: 'Done.', links: LINKS }))
  return order_id
}

async function disputed(brand: Member, creator: Member, pack: string) {
  const order_id = await accepted(brand, creator, pack)
  await must(brand.client.rpc('open_dispute', { order_id, reason: 'Nothing came.' }))
  return order_id
}

/** Both sides of a dispute have spoken, and the staff of the demo have read its case. */
export async function hear(brand: Member, creator: Member, order_id: string) {
  await must(brand.client.rpc('answer_dispute', { order_id, body: 'Nothing came.' }))
  await must(creator.client.rpc('answer_dispute', { order_id, body: 'It is on its way.' }))
  await must((await demo('staff')).client.rpc('read_dispute', { order_id }))
}

async function ruled(brand: Member, creator: Member, pack: string) {
  const order_id = await disputed(brand, creator, pack)
  await hear(brand, creator, order_id)
  const ruling = { order_id, creator_share_minor: 10_000, note: 'Half of it was done.' }
  await must((await demo('staff')).client.rpc('resolve_dispute', ruling))
  return order_id
}

async function completed(brand: Member, creator: Member, pack: string) {
  const order_id = await delivered(brand, creator, pack)
  await must(brand.client.rpc('complete_order', { order_id }))
  return order_id
}

/** Puts the price of an order into the brand's wallet. */
async function fillWallet(brand: Member, pack: string) {
  const order_id = await paid(brand, pack)
  await must(brand.client.rpc('cancel_order', { order_id, reason: 'Another day.' }))
}

/** Two orders of a pack whose drafts are approved first: to be drafted, and to be approved. */
async function drafts(brand: Member, creator: Member) {
  const promise = { needs_draft: true, price_minor: 25_000, delivery_days: 5, is_published: true }
  const pack = { kol_id: creator.id, title: 'A thread with a draft', ...promise }
  const { id } = await must(creator.client.from('packs').insert(pack).select('id').single())
  const drafting = await accepted(brand, creator, id)
  const order_id = await accepted(brand, creator, id)
  await must(creator.client.rpc('show_draft', { order_id, note: '1/8 Bridges.', links: [] }))
  return { drafting, drafted: order_id }
}

const makeOffer = (by: Member, conversation_id: string) =>
  must(
    by.client.rpc('make_offer', {
      conversation_id,
      title: 'A launch week',
      scope: 'Five posts.',
      price_minor: 25_000,
      currency: 'USD',
      delivery_days: 5,
      revisions: 1,
      idempotency_key: randomUUID(),
    }),
  )

export async function newCampaign(brand: Member) {
  const id = randomUUID()
  const campaign = {
    id,
    brand_id: brand.id,
    title: `Launch ${id.slice(0, 8)}`,
    body: 'A launch needs voices.',
    budget_minor: 100_000,
    currency: 'USD',
    // No creator of the seed: nobody else is notified.
    filters: { platforms: ['farcaster'], categories: ['memecoins'] },
    deadline: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  }
  await must(brand.client.from('campaigns').insert(campaign).select('id').single())
  await must(brand.client.rpc('publish_campaign', { campaign_id: id }))
  return id
}

/** Creates private records of the brand: a shortlist entry and a saved search. */
async function ownThings(brand: Member, creator: Member) {
  const listed = { brand_id: brand.id, creator_id: creator.id, note: '' }
  await must(brand.client.from('shortlist').insert(listed).select('creator_id'))
  const search = { profile_id: brand.id, name: 'Bridges', filters: { searchTerm: 'bridge' } }
  await must(brand.client.from('saved_searches').insert(search).select('id'))
}

export type Market = Awaited<ReturnType<typeof makeMarket>>

/** A brand and a creator with an order in each state that has a form of its own. */
export async function makeMarket() {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const { id: pack } = await newPack(creator)
  const title = `Disputed ${randomUUID().slice(0, 8)}`
  const orders = {
    paid: await paid(brand, pack),
    delivered: await delivered(brand, creator, pack),
    disputed: await disputed(brand, creator, (await newPack(creator, title)).id),
    ruled: await ruled(brand, creator, pack),
    completed: await completed(brand, creator, pack),
    ...(await drafts(brand, creator)),
  }
  await fillWallet(brand, pack)
  const conversation = await write(creator, brand, 'Hello')
  await makeOffer(creator, conversation)
  await ownThings(brand, creator)
  return { brand, creator, pack, orders, disputedTitle: title, campaign: await newCampaign(brand) }
}
