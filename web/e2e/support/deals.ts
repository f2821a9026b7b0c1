import { randomUUID } from 'node:crypto'
import { sql } from './database.ts'
import { demo, fund, must, newPack, newPair, placeOrder, write, type Member } from './members.ts'

// Creates orders in the states that the tests need, through the API.

const LINKS = ['https://example.com/post']

const act = (by: Member, name: string, more: object) => must(by.client.rpc(name, more))

type State = 'unpaid' | 'paid' | 'accepted' | 'delivered' | 'completed' | 'disputed' | 'cancelled'

/** An order of one of the creator's packs, brought to a state through the API as its two sides. */
export async function newOrder(state: State, brand: Member, creator: Member, pack?: string) {
  const order = await placeOrder(brand, pack ?? (await newPack(creator)).id)
  const order_id = order.id
  if (state === 'unpaid') return order
  await fund(order)
  if (state === 'cancelled') await act(brand, 'cancel_order', { order_id, reason: 'Another day.' })
  if (state === 'paid' || state === 'cancelled') return order
  await act(creator, 'accept_order', { order_id })
  if (state === 'disputed') await act(brand, 'open_dispute', { order_id, reason: 'Nothing came.' })
  if (state === 'accepted' || state === 'disputed') return order
  await act(creator, 'deliver_order', { order_id, note: 'Done.', links: LINKS })
  if (state === 'completed') await act(brand, 'complete_order', { order_id })
  return order
}

/** A new brand and a new creator, with an order between them. */
export async function newDeal(state: State) {
  const [brand, creator] = await newPair()
  return { brand, creator, order: await newOrder(state, brand, creator) }
}

/** A creator who can be paid out the 225.00 earned with a completed order. */
export async function newEarner(): Promise<Member> {
  const { creator, order } = await newDeal('completed')
  await sql(
    `select private.clear_hold(h.id, now() + interval '60 days') from private.holds h where h.order_id = $1`,
    [order.id],
  )
  return creator
}

/** Both sides write a statement in the dispute, and the demo staff read its case. */
export async function hear(brand: Member, creator: Member, order_id: string) {
  await act(brand, 'answer_dispute', { order_id, body: 'Nothing came.' })
  await act(creator, 'answer_dispute', { order_id, body: 'It is on its way.' })
  await act(await demo('staff'), 'read_dispute', { order_id })
}

async function newRuling(brand: Member, creator: Member, pack: string) {
  const { id: order_id } = await newOrder('disputed', brand, creator, pack)
  await hear(brand, creator, order_id)
  const ruling = { order_id, creator_share_minor: 10_000, note: 'Half of it was done.' }
  await act(await demo('staff'), 'resolve_dispute', ruling)
  return order_id
}

/** Two orders that need an approved draft: one before its draft, one whose draft waits for approval. */
async function drafts(brand: Member, creator: Member) {
  const { id } = await newPack(creator, 'A thread with a draft', { needs_draft: true })
  const { id: drafting } = await newOrder('accepted', brand, creator, id)
  const { id: order_id } = await newOrder('accepted', brand, creator, id)
  await act(creator, 'show_draft', { order_id, note: '1/8 Bridges.', links: [] })
  return { drafting, drafted: order_id }
}

/** Makes an offer of 250.00 in a conversation. */
export const makeOffer = (by: Member, conversation_id: string, more: object = {}) =>
  act(by, 'make_offer', {
    conversation_id,
    title: 'A launch week',
    scope: 'Five posts.',
    price_minor: 25_000,
    currency: 'USD',
    delivery_days: 5,
    revisions: 1,
    idempotency_key: randomUUID(),
    ...more,
  }) as Promise<{ id: string; terms_hash: string }>

/** Filters that no creator of the seed matches, so that nobody else is notified. */
export const FITTING_NEW_CREATORS = { platforms: ['farcaster'], categories: ['memecoins'] }

export async function newCampaign(brand: Member, more: object = {}) {
  const id: string = randomUUID()
  const campaign = {
    id,
    brand_id: brand.id,
    title: `Launch ${id.slice(0, 8)}`,
    body: 'A launch needs voices.',
    budget_minor: 100_000,
    currency: 'USD',
    filters: FITTING_NEW_CREATORS,
    deadline: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    ...more,
  }
  await must(brand.client.from('campaigns').insert(campaign).select('id').single())
  await must(brand.client.rpc('publish_campaign', { campaign_id: id }))
  return id
}

/** Creates private records of the brand: a shortlist entry and a saved search. */
async function addPrivateRecords(brand: Member, creator: Member) {
  const listed = { brand_id: brand.id, creator_id: creator.id, note: '' }
  await must(brand.client.from('shortlist').insert(listed).select('creator_id'))
  const search = { profile_id: brand.id, name: 'Bridges', filters: { searchTerm: 'bridge' } }
  await must(brand.client.from('saved_searches').insert(search).select('id'))
}

export type Market = Awaited<ReturnType<typeof makeMarket>>

/** A brand and a creator with an order in each state that has a form of its own. */
export async function makeMarket() {
  const [brand, creator] = await newPair()
  const { id: pack } = await newPack(creator)
  const title = `Disputed ${randomUUID().slice(0, 8)}`
  const idIn = async (state: State, of = pack) => (await newOrder(state, brand, creator, of)).id
  const orders = {
    paid: await idIn('paid'),
    delivered: await idIn('delivered'),
    disputed: await idIn('disputed', (await newPack(creator, title)).id),
    ruled: await newRuling(brand, creator, pack),
    completed: await idIn('completed'),
    ...(await drafts(brand, creator)),
  }
  // A cancelled order puts its price into the brand's wallet.
  await idIn('cancelled')
  const conversation = await write(creator, brand, 'Hello')
  await makeOffer(creator, conversation)
  await addPrivateRecords(brand, creator)
  return { brand, creator, pack, orders, disputedTitle: title, campaign: await newCampaign(brand) }
}
