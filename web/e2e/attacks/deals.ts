import { randomUUID } from 'node:crypto'
import type { Order } from '../../../scripts/tools/testing/samples.ts'
import { sql } from '../support/database.ts'
import { makeOffer } from '../support/deals.ts'
import { demo, fund, must, type Member } from '../support/members.ts'
import { hostileLine, hostileLink, hostileText } from './hostile.ts'

type Row = Record<string, unknown>
type Sides = { brand: Member; creator: Member; conversation: string }

const links = [hostileLink]
const call = (who: Member, name: string, args: Row) => must(who.client.rpc(name, args))

/** Creates offers, milestones, drafts and tips with hostile texts. */
export async function buildOffers(sides: Sides) {
  const { brand, creator } = sides
  await offer(sides, creator, {})
  const lines = [hostileLine(200)]
  const brief = { brief: hostileText(), goal: hostileText(400), dos: lines, donts: lines, links }
  await offer(sides, brand, brief)
  const note = hostileText()

  const tipped = await paid(sides, {
    milestones: [
      { title: hostileLine(110), amount_minor: 20_000 },
      { title: hostileLine(90), amount_minor: 30_000 },
    ],
  })
  const parts = (await must(
    brand.client.from('order_milestones').select('id').eq('order_id', tipped).order('position'),
  )) as { id: string }[]
  for (const part of parts) {
    await call(creator, 'deliver_order', { order_id: tipped, note, links })
    await call(brand, 'accept_milestone', { order_id: tipped, milestone_id: part.id })
  }
  await call(brand, 'cancel_order', { order_id: await paid(sides, {}), reason: note })
  const tip = { order_id: tipped, amount_minor: 1000, idempotency_key: randomUUID() }
  await call(brand, 'tip_order', { ...tip, note: hostileText(400) })

  const drafted = await paid(sides, { needs_draft: true })
  await call(creator, 'show_draft', { order_id: drafted, note, links })
  await call(brand, 'request_draft_changes', { order_id: drafted, note })
  await call(creator, 'show_draft', { order_id: drafted, note, links })
  return { tipped, drafted }
}

const offer = ({ conversation }: Sides, author: Member, more: Row) =>
  makeOffer(author, conversation, { title: hostileLine(110), scope: hostileText(), ...more })

/** A paid order that was made from the creator's offer; the work has begun. */
async function paid(sides: Sides, more: Row): Promise<string> {
  const { id, terms_hash } = await offer(sides, sides.creator, { price_minor: 50_000, ...more })
  const order = (await call(sides.brand, 'accept_offer', {
    offer_id: id,
    terms: terms_hash,
  })) as Order
  await fund(order)
  return order.id
}

/** Creates two disputes with hostile texts: one is appealed, the other one is settled and published. */
export async function buildDisputes(sides: Sides, message_id: string) {
  const appealed = await ruledOn(sides, message_id)
  await call(sides.creator, 'appeal_ruling', { order_id: appealed, reason: hostileText() })
  const settled = await ruledOn(sides, message_id)
  await sql(
    `select private.move_order(o, 'settled', 'clock', null, null, now(), o.creator_share_minor)
     from public.pack_orders o where o.id = $1`,
    [settled],
  )
  return { appealed, settled }
}

async function ruledOn(sides: Sides, message_id: string): Promise<string> {
  const { brand, creator } = sides
  const order_id = await paid(sides, {})
  const body = hostileText()
  await call(creator, 'deliver_order', { order_id, note: body, links })
  await call(brand, 'open_dispute', { order_id, reason: body })
  await call(brand, 'give_evidence', { order_id, body, links, message_ids: [message_id] })
  await call(creator, 'answer_dispute', { order_id, body })
  await call(await demo('staff'), 'read_dispute', { order_id })
  await call(await demo('staff'), 'resolve_dispute', {
    order_id,
    creator_share_minor: 25_000,
    note: body,
    // Published texts contain no member's name, and the names of these members are hostile text.
    summary: hostileLine(200).replace('img', 'svg'),
  })
  return order_id
}

/** Suspends a member, who appeals and gets an answer. `suspended_by` is removed, because nobody decides an appeal against their own decision. */
export async function buildSuspension(member: Member) {
  const staff = await demo('staff')
  const note = hostileText()
  await call(staff, 'suspend_profile', { profile_id: member.id, category: 'conduct', note })
  await call(member, 'appeal_suspension', { reason: note })
  await sql('update public.suspensions set suspended_by = null where profile_id = $1', [member.id])
  await call(staff, 'decide_suspension_appeal', { profile_id: member.id, upheld: true, note })
}
