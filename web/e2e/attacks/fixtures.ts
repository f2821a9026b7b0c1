import { randomUUID } from 'node:crypto'
import { packOf, type Order } from '../../../scripts/tools/testing/samples.ts'
import { sql } from '../support/database.ts'
import {
  demo,
  enrolFactor,
  fund,
  must,
  newMember,
  placeOrder,
  type Member,
} from '../support/members.ts'
import { newCampaign } from '../support/deals.ts'
import { buildDisputes, buildOffers, buildSuspension } from './deals.ts'
import { hostileLine, hostileLink, hostileName, hostileText } from './hostile.ts'

type Row = Record<string, unknown>
export type Fixtures = Awaited<ReturnType<typeof buildHostile>>

/** Two members with hostile text in every field that they can write, and their records in every state that a page shows. */
export async function buildHostile() {
  const text = hostileText()
  const [brand, creator] = await Promise.all([hostileMember('brand'), hostileMember('kol')])
  const call = (who: Member, name: string, args: Row) => must(who.client.rpc(name, args))
  const add = (who: Member, table: string, row: Row) =>
    must(who.client.from(table).insert(row).select().single()) as Promise<{
      id: string
      terms_hash?: string
    }>

  const words = {
    title: hostileLine(110),
    description: text,
    deliverables: [hostileLine(110)],
    tiers: [
      {
        name: hostileLine(60),
        description: hostileLine(300),
        price_minor: 50_000,
        delivery_days: 9,
        revisions: 1,
      },
    ],
    extras: [{ name: hostileLine(59), price_minor: 500, days: 1 }],
  }
  const pack = await add(creator, 'packs', packOf(creator.id, words))
  const brief = {
    goal: hostileText(400),
    dos: [hostileLine(200)],
    donts: [hostileLine(200)],
    links: [hostileLink],
  }
  const order = () =>
    call(brand, 'place_order', {
      pack_id: pack.id,
      idempotency_key: randomUUID(),
      brief: text,
      ...brief,
      terms: pack.terms_hash,
      tier: hostileLine(60),
      extras: [hostileLine(59)],
    })

  async function delivered(): Promise<string> {
    const made: Order = await order()
    await fund(made)
    const order_id = made.id
    await call(creator, 'accept_order', { order_id })
    await call(creator, 'deliver_order', { order_id, note: text, links: [hostileLink] })
    return order_id
  }

  // Orders: unpaid, delivered again after a revision, cancelled, in dispute, ended with reviews.
  const unpaid = (await placeOrder(brand, pack.id)).id
  const revised = await delivered()
  await call(brand, 'request_revision', { order_id: revised, note: text })
  const declined: Order = await order()
  await fund(declined)
  await call(creator, 'decline_order', { order_id: declined.id, reason: text })
  const disputed = await delivered()
  await call(brand, 'open_dispute', { order_id: disputed, reason: text })
  const completed = await delivered()
  await call(brand, 'complete_order', { order_id: completed })
  await call(brand, 'review_order', { order_id: completed, rating: 1, comment: text })
  await call(creator, 'review_order', { order_id: completed, rating: 1, comment: text })
  await sql(
    `select private.clear_hold(h.id, now() + interval '30 days') from private.holds h where h.order_id = $1`,
    [completed],
  )

  // Messages, a report and a payout.
  const conversation = (await call(brand, 'get_or_create_conversation', {
    other_profile_id: creator.id,
  })) as string
  const file = `${conversation}/${randomUUID()}/brief.txt`
  await must(
    brand.client.storage
      .from('attachments')
      .upload(file, new Blob(['The brief.'], { type: 'text/plain' })),
  )
  const message = await add(brand, 'messages', {
    id: randomUUID(),
    conversation_id: conversation,
    sender_id: brand.id,
    receiver_id: creator.id,
    content: text,
    file_url: file,
    file_name: `${hostileLine(60)}.txt`,
    file_type: 'text/plain',
    file_size: 10,
  })
  await call(creator, 'report_message', { message_id: message.id, reason: text })
  const deals = await buildOffers({ brand, creator, conversation })
  const disputes = await buildDisputes({ brand, creator, conversation }, message.id)
  await enrolFactor(creator)
  const method = await call(creator, 'add_payout_method', {
    kind: 'iban',
    holder: hostileLine(60),
    account: 'DE89370400440532013000',
  })
  await call(creator, 'request_payout', {
    amount_minor: 2000,
    currency: 'USD',
    method: method.id,
    idempotency_key: randomUUID(),
  })

  const company = { legal_name: hostileLine(120), address: hostileLine(120), city: hostileLine(60) }
  await call(brand, 'save_company', { ...company, postal_code: '10115', country: 'DE' })

  // Searches and campaigns.
  await add(brand, 'saved_searches', {
    profile_id: brand.id,
    name: hostileLine(60),
    filters: { searchTerm: hostileLine(90) },
  })
  await add(brand, 'brief_templates', { name: hostileLine(60), message: text, ...brief })
  const campaign = await newCampaign(brand, {
    title: hostileLine(90),
    body: text,
    budget_minor: 900_000,
    filters: {},
  })
  await call(creator, 'apply_to_campaign', {
    campaign_id: campaign,
    price_minor: 80_000,
    note: text,
  })

  // Staff and a rejected member send hostile messages, too.
  const staff = await demo('staff')
  const refused = await hostileMember('kol', false)
  await call(staff, 'reject_profile', { profile_id: refused.id, reason: hostileText(300) })
  await call(staff, 'resolve_reports', { message_ids: [message.id], resolution: text })
  await add(brand, 'shortlist', {
    brand_id: brand.id,
    creator_id: creator.id,
    note: hostileLine(90),
    list: hostileLine(40),
  })
  const suspended = await hostileMember('kol')
  await buildSuspension(suspended)
  return {
    brand,
    creator,
    refused,
    suspended,
    orders: { unpaid, revised, disputed, completed, ...deals, ...disputes },
    declined: declined.id,
    campaign,
  }
}

async function hostileMember(role: 'brand' | 'kol', approved = true): Promise<Member> {
  const word = hostileName()
  const profile = { display_name: word, bio: hostileText(), expertise: [hostileLine(36)] }
  const member = await newMember(role, { approved, ...profile })
  if (role === 'kol') {
    const picture = `${member.id}/work.webp`
    await sql(
      `insert into private.file_inspections (bucket_id, name, version, claimed_type, status) values ('avatars', $1, '1', 'image/webp', 'fine')`,
      [picture],
    )
    const works = [{ title: hostileLine(80), image: picture, thumbnail: picture }]
    await must(member.client.from('profiles').update({ works }).eq('id', member.id))
  }
  // Names refuse most hostile texts. The first text that is accepted becomes the name.
  for (const name of [hostileLine(50), `<b>${word}</b>`, `"'>${word}`]) {
    const { error } = await member.client
      .from('profiles')
      .update({ display_name: name })
      .eq('id', member.id)
    if (!error) return { ...member, name }
  }
  return { ...member, name: word }
}
