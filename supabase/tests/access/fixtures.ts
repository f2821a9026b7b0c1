import { randomUUID } from 'node:crypto'
import { purchaseOf, type Order } from '../../../scripts/tools/testing/samples.ts'
import { done, fund, must, newPack, service } from '../api/harness.ts'
import { signInActors, type Users, type Person } from './actors.ts'
import type { RelationName } from './matrix.ts'
import { causesOf, forgetLimits, run, type Row } from './database.ts'

export type Fixtures = Awaited<ReturnType<typeof build>>
export type Setup = { users: Users; fixtures: Fixtures }
type State =
  | 'unpaid'
  | 'funded'
  | 'in_progress'
  /** Work is in progress, with terms that require a draft. */
  | 'drafting'
  | 'draft_review'
  | 'delivered'
  | 'completed'
  | 'disputed'
  | 'ruled'
  | 'appealed'

export const SHARE = 10_000
export const COMPANY = {
  legal_name: 'Kim GmbH',
  address: 'Weg 1',
  postal_code: '10115',
  city: 'Berlin',
  country: 'DE',
  vat_number: 'DE123456789',
}
export const LINKS = ['https://example.com/work']

/** Signs the actors in and creates the rows between them. */
export async function setUp(): Promise<Setup> {
  const users = await signInActors()
  return { users, fixtures: await build(users) }
}

/** Creates a row of every kind between the brand and the creator, with the calls that members use. */
async function build(users: Users) {
  const { brand, creator } = users
  const call = async (person: Person, name: string, args: Row) =>
    must(await users[person].client.rpc(name, args))
  const add = async (person: Person, table: string, row: Row) =>
    must(await users[person].client.from(table).insert(row).select().single()) as Row & {
      id: string
    }
  const one = async (text: string, values: unknown[]) => (await run(text, values))[0] ?? {}

  await run("update private.settings set value = 0 where key = 'payout_method_wait'", [])

  // Orders
  const pack = await newPack(creator)
  async function order(state: State): Promise<Order> {
    // The limits are reset, because the suite makes as many orders in minutes as people do in months.
    await forgetLimits([brand.id, creator.id])
    const { id } = state.startsWith('draft') ? await newPack(creator, { needs_draft: true }) : pack
    const made: Order = await call('brand', 'place_order', purchaseOf(id))
    const order_id = made.id
    if (state === 'unpaid') return made
    await fund(made)
    if (state === 'funded') return made
    await call('creator', 'accept_order', { order_id })
    if (state === 'in_progress' || state === 'drafting') return made
    if (state === 'draft_review') {
      await call('creator', 'show_draft', { order_id, note: 'A draft.' })
      return made
    }
    await call('creator', 'deliver_order', { order_id, note: 'Done.', links: LINKS })
    if (state === 'completed') await call('brand', 'complete_order', { order_id })
    if (['disputed', 'ruled', 'appealed'].includes(state)) {
      await call('brand', 'open_dispute', { order_id, reason: 'Not what we agreed.' })
      await propose('brand', order_id)
      await propose('creator', order_id)
    }
    if (state === 'ruled' || state === 'appealed') {
      // The ruling has no author, so that every member of staff may decide the appeal.
      await run(
        `select private.move_order(o, 'ruled', 'staff', null, 'Half.', now(), $2)
         from public.pack_orders o where o.id = $1`,
        [order_id, SHARE],
      )
    }
    if (state === 'appealed') await call('brand', 'appeal_ruling', { order_id, reason: 'No.' })
    return made
  }
  const propose = (person: Person, order_id: string) =>
    call(person, 'propose_settlement', { order_id, creator_share_minor: SHARE })
  const review = (person: Person, order_id: string) =>
    call(person, 'review_order', { order_id, rating: 5, comment: 'Good to work with.' })
  /** Completes an order and ends its hold, so that the creator has money for a payout. */
  async function earn(): Promise<void> {
    const { id } = await order('completed')
    await run(
      `select private.clear_hold(h.id, now() + interval '30 days') from private.holds h
       where h.order_id = $1 and h.profile_id = $2`,
      [id, creator.id],
    )
  }
  const addMethod = async (account: string) =>
    (await call('creator', 'add_payout_method', { kind: 'iban', holder: 'Kim Creator', account }))
      .id
  const method = await addMethod('DE89370400440532013000')
  const openAccount = () =>
    run(
      "select private.record_payout_account($1::uuid, 'sandbox', left(md5($1::uuid::text), 20), 'active', '{}')",
      [creator.id],
    )
  const payout = () =>
    call('creator', 'request_payout', {
      amount_minor: 1000,
      currency: 'USD',
      method,
      idempotency_key: randomUUID(),
    })
  // One pack for all orders, because the attacks place more orders than a creator may have packs.
  let chainPack: string | undefined
  /** An order in USDC with its payment on the chain, which is prepared, or signed with the call to the escrow queued. */
  async function onChain(signed: boolean) {
    await forgetLimits([brand.id, creator.id])
    const address = (digit: string) => `0x${digit.repeat(40)}`
    await run(
      `select private.set_chain(jsonb_build_object('chain_id', 31337, 'escrow', $1::text, 'collector', $2::text, 'token', $3::text,
         'operator', $4::text, 'block_number', 0, 'nonces', jsonb_build_object($4::text, 0)))`,
      [address('1'), address('2'), address('3'), address('4')],
    )
    await run(
      // The wallet is old, because "this was not me" in a security mail removes wallets that were added recently.
      `insert into private.wallets (profile_id, address, created_at) select $1, $2, '2025-11-01T00:00:00Z'
       where not exists (select from private.wallets where profile_id = $1 and address = $2)`,
      [creator.id, address('5')],
    )
    chainPack ??= (await newPack(creator, { price_minor: 20_000_000, currency: 'USDC' }))
      .id as string
    const { id: order_id } = await call('brand', 'place_order', purchaseOf(chainPack))
    if (!signed) return { order_id }
    const { id: payment_id } = await one(
      `select (private.prepare_chain_payment(o, $2, '{}')).id from public.pack_orders o where o.id = $1`,
      [order_id, address('6')],
    )
    const hash = `0x${randomUUID().replaceAll('-', '').repeat(2)}`
    await run(`select private.name_chain_payment($1, $2, $2)`, [payment_id, hash])
    await run(`select private.sign_chain_payment($1, $2, '0x01')`, [payment_id, brand.id])
    const act = await one(`select id from public.chain_acts where payment_id = $1`, [payment_id])
    return { order_id, payment_id, act_id: act['id'], operator: address('4') }
  }
  /** Pays an order; returns the payment with the provider's reference. */
  async function paid() {
    const { id } = await order('funded')
    const [payment] = await run(
      'select provider, provider_ref, amount_minor, currency from public.payments where order_id = $1',
      [id],
    )
    return payment ?? {}
  }
  const chargeBack = async (payment: Row) =>
    must(
      await service().rpc('record_provider_dispute', {
        ...payment,
        dispute_ref: randomUUID(),
        status: 'opened',
      }),
    ) as Row & { id: string }
  async function suspense() {
    const { id, currency } = await order('unpaid')
    const payment = { provider: 'sandbox', provider_ref: randomUUID(), order_id: id }
    return must(
      await service().rpc('record_payment', { ...payment, amount_minor: 1, currency }),
    ) as Row & { id: string }
  }

  // Campaigns, with a search term that only the creator's name satisfies.
  const draft = () => ({
    id: randomUUID(),
    brand_id: brand.id,
    title: 'A quiet launch',
    body: 'Tell people what it is.',
    links: [],
    files: [],
    budget_minor: 90_000,
    currency: 'USD',
    creators_sought: 3,
    filters: { searchTerm: creator.name },
    deadline: new Date(Date.now() + 864e5).toISOString(),
  })
  async function campaign(): Promise<string> {
    const { id } = await add('brand', 'campaigns', draft())
    await call('brand', 'publish_campaign', { campaign_id: id })
    return id
  }
  /** Invites a creator who is on the shortlist. */
  const invite = async () => {
    const on = { campaign_id: await campaign(), creator_id: users.rivalCreator.id }
    await call('brand', 'invite_to_campaign', on)
    return { campaign_id: on.campaign_id, kol_id: on.creator_id }
  }
  const apply = async (): Promise<string> =>
    (
      await call('creator', 'apply_to_campaign', {
        campaign_id: await campaign(),
        price_minor: 80_000,
        note: 'With pleasure.',
      })
    ).id

  // Conversations
  const conversation: string = await call('brand', 'get_or_create_conversation', {
    other_profile_id: creator.id,
  })
  const folder = randomUUID()
  const file = `${conversation}/${folder}/brief.txt`
  must(
    await brand.client.storage
      .from('attachments')
      .upload(file, new Blob(['The brief.'], { type: 'text/plain' })),
  )
  const message = () => ({
    id: randomUUID(),
    conversation_id: conversation,
    sender_id: brand.id,
    receiver_id: creator.id,
    content: 'Here it is.',
    file_url: file,
    file_name: 'brief.txt',
    file_type: 'text/plain',
    file_size: 10,
    order_id: null,
  })
  const sendMessage = () => add('brand', 'messages', message())
  const report = async (): Promise<string> =>
    call('creator', 'report_message', { message_id: (await sendMessage()).id, reason: 'Spam.' })

  /** An offer of the creator, with milestones. */
  async function offer() {
    await forgetLimits([brand.id, creator.id])
    return (await call('creator', 'make_offer', {
      conversation_id: conversation,
      title: 'A thread of its own',
      scope: 'Ten posts.',
      price_minor: 50_000,
      currency: 'USD',
      delivery_days: 5,
      revisions: 1,
      milestones: [
        { title: 'Draft', amount_minor: 20_000 },
        { title: 'Posts', amount_minor: 30_000 },
      ],
      idempotency_key: randomUUID(),
    })) as { id: string; terms_hash: string }
  }
  async function deliveredMilestone() {
    const { id: offer_id, terms_hash: terms } = await offer()
    const made: Order = await call('brand', 'accept_offer', { offer_id, terms })
    await fund(made)
    await call('creator', 'deliver_order', { order_id: made.id, note: 'Draft.', links: LINKS })
    const { id: milestone } = await one(
      'select id from public.order_milestones where order_id = $1 and position = 1',
      [made.id],
    )
    return { id: made.id, milestone }
  }

  /** Values for an insert by a member, new on each call. */
  const samples: Partial<Record<RelationName, () => Row>> = {
    packs: () => ({
      id: randomUUID(),
      kol_id: creator.id,
      title: 'A second thread',
      description: 'Ten more posts.',
      platform: 'x',
      price_minor: 30_000,
      currency: 'USD',
      delivery_days: 3,
      revisions: 1,
      deliverables: ['One thread'],
      usage_rights: 'repost',
      stay_up_days: 30,
      disclosure: 'in_text',
      needs_draft: false,
      tiers: [],
      extras: [{ name: 'Rush', price_minor: 500, days: -1 }],
      picture: `${creator.id}/me.png`,
      is_published: false,
    }),
    campaigns: draft,
    messages: message,
    saved_searches: () => ({
      id: randomUUID(),
      profile_id: brand.id,
      name: 'A second search',
      filters: { searchTerm: creator.name },
    }),
    brief_templates: () => ({
      id: randomUUID(),
      brand_id: brand.id,
      name: `Launch ${randomUUID()}`,
      message: 'Say it simply.',
      goal: 'Sign-ups.',
      dos: ['Show the app'],
      donts: ['Promise profit'],
      links: LINKS,
    }),
    shortlist: () => ({
      brand_id: brand.id,
      creator_id: creator.id,
      note: 'Asks good questions.',
      list: 'Launch',
    }),
    email_preferences: () => ({ profile_id: brand.id, type: 'invite_accepted', mode: 'off' }),
  }

  // The rows that the matrix names
  const completed = await order('completed')
  const blind = await order('completed')
  const disputed = await order('disputed')
  await Promise.all([review('brand', completed.id), review('brand', blind.id)])
  await review('creator', completed.id)
  await earn()
  await run(`update private.settings set value = 1 where key = 'proof_members'`, [])
  await run('select private.take_solvency()', [])
  const proof = await one(`select private.prove_balances('USD') as id`, [])
  await run(`select private.notify($1, 'order_delivered')`, [brand.id])
  // An accepted picture file, which the tests set as the picture of a profile or a pack.
  await run(
    `insert into private.file_inspections (bucket_id, name, version, claimed_type, status)
     select 'avatars', id || '/me.png', '', 'image/png', 'fine' from public.profiles
     on conflict do nothing`,
  )
  await run(`insert into public.invites (code, issuer_id) values ($1, $2)`, [
    `ACCESS-${randomUUID().slice(0, 8).toUpperCase()}`,
    brand.id,
  ])
  await run(
    `insert into public.conversations (member_a, member_b, opened_by)
     select least(me, them), greatest(me, them), me from (values ($1::uuid, $2::uuid)) as pair (me, them)`,
    [brand.id, users.newcomer.id],
  )
  must(
    await brand.client
      .from('email_preferences')
      .insert({ profile_id: brand.id, type: 'campaign_match', mode: 'digest' })
      .select(),
  )
  done(await creator.client.rpc('block_member', { profile_id: users.newcomer.id }))
  await run('update public.profiles set suspended_at = now() where id = $1', [brand.id])
  await run('update public.profiles set suspended_at = null where id = $1', [brand.id])
  await run(
    `insert into public.staff_proposals (action, subject, arguments, proposed_by, expires_at)
     values ('resolve_dispute', $1, '{}', $2, now() + interval '1 day')`,
    [disputed.id, users.staff.id],
  )
  await call('brand', 'give_evidence', { order_id: disputed.id, body: 'Look at the draft.' })
  const ruling = await one(
    // The ruling is older than the proposals, because a ruling ends all proposals before it.
    `insert into public.rulings (order_id, instance, ruled_by, creator_share_minor, category, clause, note, created_at)
     values ($1, 'first', $2, 0, 'late', 'deadline', 'Too late.', now() - interval '1 day') returning id`,
    [disputed.id, users.staff.id],
  )
  const precedent = await one(
    `insert into public.precedents (decided_on, category, clause, creator_percent, disputed_in, on_appeal)
     values (now(), 'late', 'deadline', 0, 'in_progress', false) returning id`,
    [],
  )
  const search = await add('brand', 'saved_searches', samples['saved_searches']?.() ?? {})
  const template = await add('brand', 'brief_templates', samples['brief_templates']?.() ?? {})
  await add('brand', 'shortlist', { brand_id: brand.id, creator_id: users.rivalCreator.id })
  const hidden = await newPack(creator, { is_published: false })
  const shown = await newPack(creator)
  const unpublished = await add('brand', 'campaigns', draft())
  const application = await apply()
  const inParts = await deliveredMilestone()
  const invitation = await invite()
  const inSuspense = await suspense()
  const charged = await chargeBack({ ...(await paid()), amount_minor: 1 })
  const thawed = { profile_id: brand.id, note: 'Looked at.', seen: await causesOf(brand.id) }
  done(await users.staff.client.rpc('unfreeze_profile', thawed))
  const { id: returned } = await order('funded')
  await call('brand', 'cancel_order', { order_id: returned, reason: 'Off.' })
  const halted = await payout()
  await run(
    "insert into public.payout_halts (payout_id, reason, halted_by) values ($1, 'Odd.', $2)",
    [halted.id, users.staff.id],
  )
  await run(
    "insert into public.payout_halts (reason, halted_by, released_at) values ('All.', $1, now())",
    [users.staff.id],
  )
  await openAccount()
  const chained = await onChain(true)
  const alarm = await one(
    `insert into public.chain_alarms (kind, order_id) values ('difference', $1) returning id`,
    [chained.order_id],
  )
  const idOf = async (table: string, where: string, value: string) => ({
    id: (await one(`select id from public.${table} where ${where} limit 1`, [value]))['id'],
  })
  const applied = await one('select campaign_id from public.campaign_applications where id = $1', [
    application,
  ])

  const rows: Record<string, Row> = {
    'profiles of a brand': { id: brand.id },
    'profiles of a creator': { id: creator.id },
    'members of a creator': { id: creator.id },
    'invites of its issuer': await idOf('invites', 'issuer_id = $1', brand.id),
    'referrals of the inviter': await idOf('referrals', 'invitee_id = $1', creator.id),
    'staff_audit of another one about a creator': await idOf(
      'staff_audit',
      'subject_id = $1',
      creator.id,
    ),
    'staff_audit of their own about a brand': await idOf(
      'staff_audit',
      'actor_id = $1',
      users.staff.id,
    ),
    'suspensions that ended': await idOf('suspensions', 'profile_id = $1', brand.id),
    'staff_proposals about a creator': await idOf('staff_proposals', 'subject = $1', disputed.id),
    'packs published': { id: shown.id },
    'packs not published': { id: hidden.id },
    'pack_orders in dispute': { id: disputed.id },
    'pack_orders completed': { id: completed.id },
    'order_events of a dispute': await idOf('order_events', 'order_id = $1', disputed.id),
    'order_deliveries of the creator': await idOf('order_deliveries', 'order_id = $1', disputed.id),
    'offers of the creator': await idOf('offers', 'order_id = $1', inParts.id),
    'order_milestones of an accepted offer': { id: inParts.milestone },
    'order_tips of a completed order': await one(
      `insert into public.order_tips (order_id, amount_minor, idempotency_key)
       values ($1, 100, gen_random_uuid()) returning id`,
      [completed.id],
    ),
    'showings of a completed order': await one(
      'insert into public.showings (order_id, asked_at) values ($1, now()) returning order_id',
      [completed.id],
    ),
    'settlement_proposals of the brand': await idOf(
      'settlement_proposals',
      'order_id = $1',
      disputed.id,
    ),
    'dispute_statements of the brand': await idOf(
      'dispute_statements',
      'order_id = $1',
      disputed.id,
    ),
    'rulings on a dispute': { id: ruling['id'] },
    'precedents any': { id: precedent['id'] },
    'reviews that both wrote': await idOf('reviews', 'order_id = $1', completed.id),
    'reviews not shown yet': await idOf('reviews', 'order_id = $1', blind.id),
    'currencies USD': { code: 'USD' },
    'order_statuses funded': { status: 'funded' },
    'solvency in USD': { currency: 'USD' },
    'balance_proofs in USD': { id: proof['id'] },
    'market_terms creator_fee': { key: 'creator_fee' },
    'balances pending': { kind: 'pending', currency: 'USD' },
    'ledger_lines of a completion': { order_id: completed.id, kind: 'pending' },
    'holds of a completion': { order_id: completed.id },
    'clearing in USD': { currency: 'USD' },
    'companies of a creator': {
      id: ((await call('creator', 'save_company', COMPANY)) as Row)['id'],
    },
    'papers of a completed order': { order_id: completed.id, kind: 'invoice' },
    'payments for an order': await idOf('payments', 'order_id = $1', completed.id),
    'payments in suspense': { id: inSuspense.id },
    'payout_accounts of a creator': { provider: 'sandbox' },
    'payout_halts of all payouts': await idOf('payout_halts', 'reason = $1', 'All.'),
    'payout_halts of a payout': await idOf('payout_halts', 'payout_id = $1', halted.id),
    'payout_methods of a creator': { id: method },
    'payouts requested': { id: (await payout()).id },
    'chargebacks of a payment': { id: charged.id },
    'wallet_lots of a payment': {
      payment_id: (await one('select id from public.payments where order_id = $1', [returned]))[
        'id'
      ],
    },
    // The wallet is found by its time, because the local Data API would read its address as a hexadecimal number.
    'wallets of a creator': { created_at: '2025-11-01T00:00:00Z' },
    'chain_payments of an order': { id: chained.payment_id },
    'chain_acts of an order': { id: chained.act_id },
    'chain_alarms about an order': { id: alarm['id'] },
    'conversations of two': { id: conversation },
    'conversation_participants of two': { conversation_id: conversation, profile_id: brand.id },
    'messages with a file': { id: (await sendMessage()).id },
    'message_reports of the receiver': { id: await report() },
    'member_blocks of a creator': { blocker_id: creator.id, blocked_id: users.newcomer.id },
    'saved_searches of a brand': { id: search.id },
    'brief_templates of a brand': { id: template.id },
    'shortlist of a brand': { brand_id: brand.id, creator_id: users.rivalCreator.id },
    'notifications of a brand': await idOf(
      'notifications',
      `event = 'order_delivered' and user_id = $1`,
      brand.userId,
    ),
    'email_preferences of a brand': { profile_id: brand.id, type: 'campaign_match' },
    'campaigns a draft': { id: unpublished.id },
    'campaigns open': { id: applied['campaign_id'] },
    'campaign_applications of a creator': { id: application },
    'campaign_invitations of a creator': invitation,
  }

  /** New values for the columns that a member may change. */
  const changes: Record<string, Row> = {
    profiles: {
      bio: 'New words.',
      expertise: ['audits'],
      language: 'tr',
      other_languages: ['en'],
      locale: 'tr',
      platforms: ['x', 'youtube'],
      categories: ['defi', 'security'],
      follower_counts: { x: 12 },
      channels: { x: 'ann' },
      website: 'https://ann.example',
      works: [],
    },
    packs: {
      title: 'One honest video',
      description: 'Two minutes.',
      platform: 'youtube',
      // A price that is allowed in both currencies.
      price_minor: 6_000_000,
      currency: 'USDC',
      delivery_days: 6,
      revisions: 2,
      deliverables: ['One video'],
      usage_rights: 'all',
      stay_up_days: 90,
      disclosure: 'spoken',
      needs_draft: true,
      tiers: [{ name: 'Long', price_minor: 9_000_000, delivery_days: 9, revisions: 2 }],
      extras: [{ name: 'Subtitles', price_minor: 10_000, days: 1 }],
    },
    messages: { is_read: true },
    saved_searches: { name: 'Renamed', filters: { language: 'tr' } },
    brief_templates: {
      name: 'Relaunch',
      message: 'Say it once more.',
      goal: 'Reach.',
      dos: ['Smile'],
      donts: ['Shout'],
      links: [],
    },
    shortlist: { note: 'Slow to reply.', list: 'Later' },
    notifications: { read: true },
    email_preferences: { mode: 'off' },
    campaigns: {
      title: 'A loud launch',
      body: 'Tell everybody.',
      links: ['https://example.com/kit'],
      files: [{ path: `${brand.id}/one/plan.pdf`, name: 'Plan' }],
      budget_minor: 80_000,
      creators_sought: 2,
      filters: { language: 'en' },
    },
  }

  const make = {
    order,
    propose,
    review,
    earn,
    onChain,
    payout,
    openAccount,
    method,
    addMethod,
    paid,
    chargeBack,
    suspense,
    offer,
    deliveredMilestone,
    campaign,
    apply,
    draft,
    sendMessage,
    report,
  }
  return { rows, samples, changes, conversation, folder, pack, call, add, ...make }
}
