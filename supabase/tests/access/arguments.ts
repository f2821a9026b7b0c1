import { randomUUID } from 'node:crypto'
import { done, INVITE, must, passwordAlone } from '../api/harness.ts'
import type { Users, Person } from './actors.ts'
import { causesOf, run, type Row } from './database.ts'
import type { FunctionName } from './matrix.ts'
import { COMPANY, LINKS, SHARE, type Setup, type Fixtures } from './fixtures.ts'

/** Prepares a state in which the person may call the function; returns the arguments of the call. */
export type Ready = (setup: Setup, person: Person) => Promise<Row>

const onOrder =
  (state: Parameters<Fixtures['order']>[0], more: Row = {}): Ready =>
  async ({ fixtures }) => ({ order_id: (await fixtures.order(state)).id, ...more })

const onNewcomer: Ready = async ({ users }) => ({ profile_id: users.newcomer.id })

const onApplication =
  (more: () => Row = () => ({})): Ready =>
  async ({ fixtures }) => ({ application_id: await fixtures.apply(), ...more() })

const nothing: Ready = async () => ({})
/** Prepares a state with `prepare`, and returns arguments that do not depend on it. */
const after =
  (
    prepare: (setup: Setup, person: Person) => Promise<unknown>,
    args: () => Row = () => ({}),
  ): Ready =>
  async (setup, person) => {
    await prepare(setup, person)
    return args()
  }
const onPayout =
  (more: () => Row = () => ({}), isTaken = false): Ready =>
  async ({ users, fixtures }) => {
    const { id: payout_id } = await fixtures.payout()
    if (isTaken) must(await users.staff.client.rpc('take_payout', { payout_id }))
    return { payout_id, ...more() }
  }
const onBegun =
  (more: () => Row): Ready =>
  async (setup, person) => ({ ...(await begun(setup, person)), ...more() })
/** Arguments for reporting a payment of an order in this state, as a provider does. */
const reportedOn =
  (state: 'unpaid' | 'funded'): Ready =>
  async ({ fixtures }) => {
    const { id, price_minor, currency } = await fixtures.order(state)
    const reference = { provider: 'sandbox', provider_ref: randomUUID() }
    return { ...reference, order_id: id, amount_minor: price_minor, currency }
  }
const withCalendar = ({ fixtures }: Setup) => fixtures.call('brand', 'renew_calendar', {})
const withPayout = ({ fixtures }: Setup) => fixtures.payout()
/** An order in this state, after staff have read its dispute: they cannot decide a case before. */
const onReadOrder =
  (state: 'ruled' | 'disputed' | 'appealed', more: Row = {}): Ready =>
  async ({ fixtures }) => {
    const { id: order_id } = await fixtures.order(state)
    if (state === 'appealed') {
      // Ends the time in which the appeal can be answered.
      await run(`update public.pack_orders set due_at = due_at - interval '4 days' where id = $1`, [
        order_id,
      ])
    }
    await fixtures.call('staff', 'read_dispute', { order_id })
    return { order_id, ...more }
  }
const thisMonth: Ready = async () => ({ month: new Date().toISOString().slice(0, 10) })
const thisYear = () => {
  const today = new Date().toISOString().slice(0, 10)
  return { since: `${today.slice(0, 4)}-01-01`, until: today }
}
const key = () => ({ idempotency_key: randomUUID() })
const idOf = async (text: string, values: unknown[]) => (await run(text, values))[0]?.['id']

/** Marks all messages to the brand as read, because the creator's offers are unread messages to it. */
const readAll = (users: Users) =>
  run('update public.messages set is_read = true where receiver_id = $1', [users.brand.id])

/** Notes that newcomer and brand used the same card, so that they may be the same person. */
const paired = (users: Users) =>
  run(
    `insert into private.person_pairs (profile_id, other_id, kind) values ($1, $2, 'card')
     on conflict on constraint person_pairs_pkey do update set decided_at = null`,
    [users.newcomer.id, users.brand.id],
  )

const OTHER_IBAN = 'GB33BUKB20201555555555'
const withoutOtherMethod = (users: Users) =>
  run('delete from private.payout_methods where profile_id = $1 and account = $2', [
    users.creator.id,
    OTHER_IBAN,
  ])

const providerLine = () => ({
  ref: randomUUID(),
  kind: 'other',
  amount_minor: 1,
  currency: 'USD',
  occurred_at: new Date().toISOString(),
})

/** Makes an unread notification of a match; returns the id of the saved search. */
const newMatch = async ({ brand, creator }: Users) => {
  // A member keeps a limited number of searches.
  await run(`delete from public.saved_searches where profile_id = $1 and name = 'Mine'`, [brand.id])
  const search = await idOf(
    `insert into public.saved_searches (profile_id, name, filters) values ($1, 'Mine', '{}') returning id`,
    [brand.id],
  )
  await run(
    `insert into public.notifications (user_id, event, data)
     select p.user_id, 'creator_matched', jsonb_build_object('profile_id', $2::uuid, 'profile_name', 'Ann',
       'saved_search_id', $3::uuid, 'saved_search_name', 'Mine')
     from public.profiles p where p.id = $1`,
    [brand.id, creator.id, search],
  )
  return search
}

/** Makes a difference between ledger and provider: a movement that only the provider reports; returns its id. */
async function difference() {
  await run(`select private.provider_read_from('other')`, [])
  await run(`select private.record_provider_lines('other', $1)`, [JSON.stringify([providerLine()])])
  return await idOf(
    `insert into private.differences (kind, line_id, amount_minor, currency)
     select 'missing_here', max(l.id), 1, 'USD' from private.provider_lines l where l.provider = 'other' returning id`,
    [],
  )
}

/** A dispute of a card payment in which the bank still accepts evidence. */
const disputed: Ready = async ({ fixtures }) => {
  const evidence_due_at = new Date(Date.now() + 20 * 86_400_000).toISOString()
  const { id: chargeback_id } = await fixtures.chargeBack({
    ...(await fixtures.paid()),
    evidence_due_at,
  })
  await thaw()
  return { chargeback_id }
}

/** Prepares a payment on the chain for an order, without the brand's signature; returns its id. */
const prepared = (order_id: unknown) =>
  idOf(
    `select (private.prepare_chain_payment(o, $2, '{}')).id from public.pack_orders o where o.id = $1`,
    [order_id, `0x${'6'.repeat(40)}`],
  )

/** A payout by the sandbox that send-payouts has claimed. */
const begun: Ready = async ({ users, fixtures }) => {
  await fixtures.openAccount()
  const method = await idOf(
    "select id from private.payout_methods where profile_id = $1 and kind = 'sandbox'",
    [users.creator.id],
  )
  const order = { amount_minor: 500, currency: 'USD', method, ...key() }
  const { id: payout_id } = await fixtures.call('creator', 'request_payout', order)
  await run("select private.claim_payouts('{sandbox}', 100, now() + interval '1 hour')", [])
  return { payout_id, attempt: 1 }
}

/** Puts money into the brand's wallet: the brand cancels a paid order. */
async function returned({ fixtures }: Setup) {
  const { id } = await fixtures.order('funded')
  await fixtures.call('brand', 'cancel_order', { order_id: id, reason: 'Another day.' })
}

/** A payout that staff sent by hand. */
const sentByHand: Ready = async ({ users, fixtures }) => {
  const { id: payout_id } = await fixtures.payout()
  must(await users.staff.client.rpc('take_payout', { payout_id }))
  done(await users.staff.client.rpc('record_payout_sent', { payout_id, reference: randomUUID() }))
  return { payout_id, reason: 'No bank.' }
}

const claimed = async (users: Users) =>
  idOf(
    `insert into private.email_outbox (profile_id, template, status, send_after, created_at)
     values ($1, 'order_update', 'claimed', now() + interval '1 year', now()) returning id`,
    [users.brand.id],
  )

/** Reports a message; returns the id of the message. */
const reported = async (fixtures: Fixtures) =>
  idOf('select message_id as id from public.message_reports where id = $1', [
    await fixtures.report(),
  ])

/** A proposal of another member of staff. */
const proposed = async (users: Users) =>
  idOf(
    `insert into public.staff_proposals (action, subject, arguments, proposed_by, expires_at)
     select 'update_setting', gen_random_uuid()::text, '{"key": "shortlist_size", "value": 6}', p.id, now() + interval '1 day'
     from public.profiles p where p.is_staff and p.id <> $1 limit 1 returning id`,
    [users.staff.id],
  )

/** Suspends the newcomer, with the state of an appeal: none, still to be written (''), or its text. */
async function suspended({ newcomer }: Users, { appeal = null }: { appeal?: string | null }) {
  await run('update public.profiles set suspended_at = null where id = $1', [newcomer.id])
  await run('update public.profiles set suspended_at = now() where id = $1', [newcomer.id])
  await run(
    `update public.suspensions set appeal = $2, appealed_at = case when $2 <> '' then now() end,
       appeal_due_at = case when $2 <> '' then now() + interval '7 days' end
     where profile_id = $1 and ended_at is null`,
    [newcomer.id, appeal],
  )
}

/** The newcomer's profile and the hash of what it shows, which staff send with a decision on it. */
const onShownNewcomer: Ready = async ({ users: { newcomer } }) => ({
  profile_id: newcomer.id,
  shown_hash: await idOf(
    'select private.shown_hash(p) as id from public.profiles p where p.id = $1',
    [newcomer.id],
  ),
})

/** A campaign as a text in Postgres's row format: the argument of a computed column that is called as a function. */
const aCampaign: Ready = async () => ({
  campaign: await idOf('select c::text as id from public.campaigns c limit 1', []),
})

const anApplication: Ready = async () => ({
  application: await idOf('select a::text as id from public.campaign_applications a limit 1', []),
})

export const ready: Record<FunctionName, Ready> = {
  check_invite: async () => ({ code: INVITE }),
  can_buy_or_sell_own_gig: nothing,
  my_code_admits: nothing,
  matches_my_profile: aCampaign,
  places_left: aCampaign,
  applications_waiting: async ({ fixtures }) => ({
    campaign: await idOf(
      `select c::text as id from public.campaigns c
       join public.campaign_applications a on a.campaign_id = c.id where a.id = $1`,
      [await fixtures.apply()],
    ),
  }),
  applicant_record: anApplication,
  gave_place_back: anApplication,
  member_labels: async ({ users }) => ({ ids: [users.newcomer.id] }),
  export_my_data: nothing,
  my_sessions: nothing,
  kept_payouts: nothing,
  my_debts: nothing,
  count_print: nothing,
  days_to_pay: async ({ users }) => ({ brand_id: users.brand.id }),
  money_moves: nothing,
  money_figures: async () => ({ by: 'all', step: 'month', ...thisYear() }),
  market_figures: async () => ({ step: 'month', ...thisYear() }),
  has_password: nothing,
  my_balance_proof: after(
    () => run(`select private.prove_balances('USD')`),
    () => ({ currency: 'USD' }),
  ),
  approve_new_address: async () => ({ email: 'new-address@kolpact.test' }),
  async end_session({ users }) {
    await passwordAlone(users.brand.email)
    const newest =
      'select id from auth.sessions where user_id = $1 order by created_at desc limit 1'
    return { session_id: await idOf(newest, [users.brand.userId]) }
  },

  place_order: async ({ fixtures }) => ({ pack_id: fixtures.pack.id, brief: 'Mine.', ...key() }),
  edit_brief: onOrder('unpaid', { brief: 'Mine, again.' }),
  async pay_from_wallet(setup) {
    await returned(setup)
    return { order_id: (await setup.fixtures.order('unpaid')).id }
  },
  start_checkout: onOrder('unpaid'),
  payment_parts: async () => ({ total_minor: 10_000, currency: 'USD' }),
  async tip_order(setup) {
    await returned(setup)
    const order_id = (await setup.fixtures.order('completed')).id
    return { order_id, amount_minor: 100, note: 'Thank you.', ...key() }
  },
  tip_bounds: onOrder('completed'),
  ask_to_show_work: onOrder('completed'),
  allow_to_show_work: onOrder('completed'),
  accept_order: onOrder('funded'),
  decline_order: onOrder('funded', { reason: 'No time.' }),
  deliver_order: onOrder('in_progress', { note: 'Done.', links: LINKS }),
  show_draft: onOrder('drafting', { note: 'A draft.' }),
  approve_draft: onOrder('draft_review'),
  request_draft_changes: onOrder('draft_review', { note: 'Shorter, please.' }),
  request_revision: onOrder('delivered', { note: 'Once more, please.' }),
  extend_review: onOrder('delivered'),
  complete_order: onOrder('delivered'),
  async accept_milestone({ fixtures }) {
    const { id, milestone } = await fixtures.deliveredMilestone()
    return { order_id: id, milestone_id: milestone }
  },
  make_offer: async ({ fixtures }) => ({
    conversation_id: fixtures.conversation,
    title: 'A thread of its own',
    scope: 'Ten posts.',
    price_minor: 60_000,
    currency: 'USD',
    delivery_days: 5,
    revisions: 1,
    ...key(),
  }),
  async accept_offer({ fixtures }) {
    const { id, terms_hash } = await fixtures.offer()
    return { offer_id: id, terms: terms_hash }
  },
  decline_offer: async ({ fixtures }) => ({ offer_id: (await fixtures.offer()).id }),
  withdraw_offer: async ({ fixtures }) => ({ offer_id: (await fixtures.offer()).id }),
  cancel_order: onOrder('in_progress', { reason: 'Changed plans.' }),
  async withdraw_cancellation({ fixtures }) {
    const { id } = await fixtures.order('in_progress')
    await fixtures.call('brand', 'cancel_order', { order_id: id, reason: 'Another day.' })
    return { order_id: id }
  },
  open_dispute: onOrder('delivered', { reason: 'No answer.' }),
  withdraw_dispute: onOrder('disputed', { creator_share_minor: SHARE }),
  propose_settlement: onOrder('disputed', { creator_share_minor: SHARE + 1 }),
  accept_settlement: onOrder('disputed', { creator_share_minor: SHARE }),
  give_evidence: onOrder('disputed', { body: 'Look.' }),
  answer_dispute: onOrder('disputed', { body: 'No.' }),
  appeal_ruling: onOrder('ruled', { reason: 'All of it was done.' }),
  review_order: onOrder('completed', { rating: 4, comment: 'Fine.' }),
  renew_calendar: nothing,
  remove_calendar: after(withCalendar),
  calendar_since: after(withCalendar),
  read_calendar: async (setup) => ({ secret: await withCalendar(setup) }),
  order_actions: onOrder('in_progress'),
  my_frame: nothing,
  my_orders: nothing,
  order_page: onReadOrder('disputed'),
  order_sides: onOrder('in_progress'),
  share_by_deadline: onReadOrder('ruled'),
  settlement_preview: onReadOrder('disputed', { creator_share_minor: SHARE }),

  request_payout: async ({ fixtures }) => ({
    amount_minor: 500,
    currency: 'USD',
    method: fixtures.method,
    ...key(),
  }),
  save_company: async () => COMPANY,
  claim_vat_checks: nothing,
  record_vat_check: async () => ({
    company_id: crypto.randomUUID(),
    vat_number: 'DE1',
    state: 'valid',
  }),
  add_payout_method: after(
    ({ users }) => withoutOtherMethod(users),
    () => ({ kind: 'iban', holder: 'Kim Creator', account: OTHER_IBAN }),
  ),
  async remove_payout_method({ users, fixtures }) {
    await withoutOtherMethod(users)
    return { method_id: await fixtures.addMethod(OTHER_IBAN) }
  },
  async remove_wallet({ users }) {
    const address = `0x${randomUUID().replaceAll('-', '')}00000000`
    await run('insert into private.wallets (profile_id, address) values ($1, $2)', [
      users.creator.id,
      address,
    ])
    return { address }
  },
  withdraw_payout: onPayout(),
  record_web_vitals: async () => ({ route: 'order', device: 'phone', release: 'v1', lcp_ms: 900 }),
  async screen_speeds() {
    await run(
      `insert into private.web_vitals (day, route, device, release, lcp_ms)
       select current_date, 'order', 'phone', 'v1', 900 from generate_series(1, 20)`,
      [],
    )
    return {}
  },
  book_months: nothing,
  trial_balance: thisMonth,
  journal: thisMonth,
  close_month: thisMonth,
  seller_years: async () => ({ year: new Date().getUTCFullYear() }),
  my_seller_years: async () => ({}),
  resolve_difference: async () => ({
    // The driver returns a bigint as a text.
    difference_id: Number(await difference()),
    resolution: 'explained',
    note: 'Seen.',
  }),
  start_reconciliation: nothing,
  import_statement: async () => ({
    lines: [providerLine()],
    begins_at: new Date(0).toISOString(),
    ends_at: new Date().toISOString(),
    currency: 'USD',
    closing_minor: 1,
  }),
  begin_reconciliation: nothing,
  provider_read_from: async () => ({ provider: 'other' }),
  record_provider_lines: after(
    () => run(`select private.provider_read_from('other')`),
    () => ({ provider: 'other', lines: [providerLine()] }),
  ),
  record_holdings: async () => ({ provider: 'other', balances: {} }),
  finish_reconciliation: nothing,
  take_payout: onPayout(),
  record_payout_sent: onPayout(() => ({ reference: randomUUID() }), true),
  record_payout_failed: onPayout(() => ({ reason: 'No bank.' }), true),
  record_payout_returned: sentByHand,
  halt_payouts: onPayout(() => ({ reason: 'Odd.' })),
  release_payouts: onPayout(() => ({ note: 'Fine.' })),
  bank_file_sums: after(withPayout),
  take_bank_payouts: after(withPayout, key),
  begin_payout_account: nothing,
  async creator_takes({ users, fixtures }) {
    await fixtures.onChain(false)
    return { currency: 'USDC', kol_id: users.creator.id }
  },
  begin_wallet: nothing,
  save_wallet: async ({ users, fixtures }) => ({
    profile_id: users.creator.id,
    nonce: ((await fixtures.call('creator', 'begin_wallet', {})) as Row)['nonce'],
    address: `0x${randomUUID().replaceAll('-', '')}00000000`,
  }),
  start_chain_payment: async ({ fixtures }) => ({
    order_id: (await fixtures.onChain(false)).order_id,
    payer: `0x${'7'.repeat(40)}`,
  }),
  quote_chain_payment: async ({ fixtures }) => ({
    order_id: (await fixtures.onChain(false)).order_id,
  }),
  async name_chain_payment({ fixtures }) {
    const { order_id } = await fixtures.onChain(false)
    const payment_id = await prepared(order_id)
    const hash = `0x${randomUUID().replaceAll('-', '').repeat(2)}`
    return { payment_id, payment_hash: hash, nonce: hash }
  },
  async sign_chain_payment({ users, fixtures }) {
    const { order_id } = await fixtures.onChain(false)
    const payment_id = await prepared(order_id)
    const hash = `0x${randomUUID().replaceAll('-', '').repeat(2)}`
    await run('select private.name_chain_payment($1, $2, $2)', [payment_id, hash])
    return { payment_id, profile_id: users.brand.id, signature: '0x01' }
  },
  set_chain: async () => ({
    given: {
      chain_id: 31337,
      escrow: `0x${'1'.repeat(40)}`,
      collector: `0x${'2'.repeat(40)}`,
      token: `0x${'3'.repeat(40)}`,
      operator: `0x${'4'.repeat(40)}`,
      nonces: {},
      block_number: 0,
    },
  }),
  claim_chain_acts: async ({ fixtures }) => ({
    operators: [(await fixtures.onChain(true)).operator],
  }),
  async store_chain_transaction({ fixtures }) {
    const { act_id, operator } = await fixtures.onChain(true)
    const hash = `0x${randomUUID().replaceAll('-', '').repeat(2)}`
    const [row] = await run('select next_nonce from private.chain_operators where address = $1', [
      operator,
    ])
    return {
      act_id,
      nonce: Number(row?.['next_nonce']),
      raw: '0x01',
      tx_hash: hash,
      fee_per_gas: 1,
    }
  },
  report_chain_act: async ({ fixtures }) => ({
    act_id: (await fixtures.onChain(true)).act_id,
    state: 'kept',
    problem: 'No gas.',
  }),
  async retry_chain_act({ fixtures }) {
    const { payment_id } = await fixtures.onChain(true)
    return {
      act_id: await idOf(
        `insert into public.chain_acts (payment_id, order_id, kind, amount_minor, state)
         select p.id, p.order_id, 'void', 1, 'failed' from public.chain_payments p where p.id = $1 returning id`,
        [payment_id],
      ),
    }
  },
  async give_up_capture({ fixtures }) {
    const { order_id, payment_id } = await fixtures.onChain(true)
    await run(
      `insert into public.chain_acts (payment_id, order_id, kind, amount_minor, state, refused_since)
       values ($1, $2, 'capture', 1, 'failed', now() - interval '2 days')`,
      [payment_id, order_id],
    )
    return { order_id, note: 'The wallet is frozen.' }
  },
  clear_chain_alarm: async ({ fixtures }) => ({
    alarm_id: await idOf(
      `insert into public.chain_alarms (kind, order_id, detail) values ('limit', $1, $2) returning id`,
      [(await fixtures.onChain(false)).order_id, randomUUID()],
    ),
    note: 'Looked at.',
  }),
  chain_position: after(({ fixtures }) => fixtures.onChain(false)),
  record_chain: after(
    ({ fixtures }) => fixtures.onChain(false),
    () => ({ given: { from_block: 0, to_block: 0, final_block: 0 } }),
  ),
  async chain_expected({ fixtures }) {
    const { act_id } = await fixtures.onChain(true)
    await run(`update public.chain_acts set state = 'final', final_at = now() where id = $1`, [
      act_id,
    ])
    return {}
  },
  async compare_chain({ fixtures }) {
    await fixtures.onChain(false)
    return { block_number: 0, capturable: {}, stores: {} }
  },
  count_provider_request: nothing,
  refundable: after(returned),
  request_refunds: after(returned, () => ({ amount_minor: 500, currency: 'USD', ...key() })),
  record_payout_account: async ({ users }) => ({
    profile_id: users.creator.id,
    provider: 'stripe',
    account_ref: users.creator.id.slice(0, 20),
    status: 'active',
    requirements: [],
  }),
  async payout_account_of({ users, fixtures }) {
    await fixtures.openAccount()
    return { provider: 'sandbox', profile_id: users.creator.id }
  },
  claim_payouts: async () => ({ providers: ['sandbox'] }),
  note_transfer: onBegun(() => ({ transfer_ref: 'tr_1' })),
  retry_payout: onBegun(() => ({ problem: 'Later.' })),
  record_payout_state: onBegun(() => ({ state: 'sent', reference: randomUUID() })),
  record_payment: reportedOn('unpaid'),
  record_chargeback: reportedOn('funded'),
  record_provider_dispute: async ({ fixtures }) => ({
    ...(await fixtures.paid()),
    dispute_ref: randomUUID(),
    status: 'opened',
  }),
  record_provider_refund: async ({ fixtures }) => ({
    ...(await fixtures.paid()),
    refund_ref: randomUUID(),
  }),
  settle_payout: onPayout(() => ({ provider_ref: randomUUID() })),
  fail_payout: onPayout(() => ({ reason: 'No bank.' })),

  get_or_create_conversation: async ({ users }) => ({ other_profile_id: users.brand.id }),
  written_position: nothing,
  inbox: nothing,
  unread_count: after(async ({ users, fixtures }) => {
    await readAll(users)
    await fixtures.sendMessage()
  }),
  async mark_conversation_read({ users, fixtures }) {
    await readAll(users)
    await fixtures.sendMessage()
    return { conversation_id: fixtures.conversation }
  },
  unblock_member: onNewcomer,
  block_member: onNewcomer,
  report_message: async ({ fixtures }) => ({
    message_id: (await fixtures.sendMessage()).id,
    reason: 'Spam.',
  }),
  async file_verdicts({ users, fixtures }) {
    await run(
      `insert into public.staff_audit (actor_id, action, subject_id) values ($1, 'read_report', $2)`,
      [users.staff.id, await reported(fixtures)],
    )
    return { paths: [`${fixtures.conversation}/${fixtures.folder}/brief.txt`] }
  },

  count_creators: nothing,
  count_options: nothing,
  search_creators: async ({ users }) => ({ filters: { searchTerm: users.rivalCreator.name } }),
  from_prices: async ({ users }) => ({ creator_ids: [users.creator.id] }),
  creator_record: async ({ users }) => ({ creator_id: users.creator.id }),
  find_anything: async ({ fixtures }) => ({ query: (await fixtures.sendMessage()).content }),
  mark_all_notifications_read: nothing,
  list_notifications: nothing,
  saved_search_counts: after(({ users }) => newMatch(users)),
  new_matches: after(({ users }) => newMatch(users)),
  mark_matches_read: async ({ users }) => ({ saved_search_id: await newMatch(users) }),
  mark_notification_read: async ({ users }) => ({
    notification_id: await idOf(`select private.notify($1, 'order_delivered') as id`, [
      users.brand.id,
    ]),
  }),
  unsubscribe: async ({ users }) => ({
    token: await idOf(`select private.unsubscribe_token($1, 'review_received') as id`, [
      users.brand.id,
    ]),
  }),
  disown_account: async () => ({
    token: await idOf(
      `with gone as (insert into public.profiles (display_name, deleted_at) values ('Gone', now()) returning id)
       select private.unsubscribe_token(id, 'not_me') as id from gone`,
      [],
    ),
  }),
  publish_campaign: async ({ fixtures }) => ({
    campaign_id: (await fixtures.add('brand', 'campaigns', fixtures.draft())).id,
  }),
  close_campaign: async ({ fixtures }) => ({ campaign_id: await fixtures.campaign() }),
  invite_to_campaign: async ({ fixtures, users }) => ({
    campaign_id: await fixtures.campaign(),
    creator_id: users.rivalCreator.id,
  }),
  apply_to_campaign: async ({ fixtures }) => ({
    campaign_id: await fixtures.campaign(),
    price_minor: 70_000,
  }),
  withdraw_application: onApplication(),
  decline_application: onApplication(),
  accept_application: onApplication(key),

  approve_profile: onNewcomer,
  verify_profile: onShownNewcomer,
  set_trust_level: async ({ users }) => ({ profile_id: users.newcomer.id, trust_level: 'new' }),
  suspend_profile: async ({ users }) => ({ profile_id: users.newcomer.id, with_invitees: false }),
  suspension_reach: onNewcomer,
  unsuspend_profile: async ({ users }) => ({ profile_id: users.newcomer.id, note: 'Cleared.' }),
  appeal_suspension: after(
    ({ users }) => suspended(users, {}),
    () => ({ reason: 'They asked for it.' }),
  ),
  async decide_suspension_appeal({ users }) {
    await suspended(users, { appeal: 'They asked for it.' })
    return { profile_id: users.newcomer.id, upheld: true, note: 'Too many.' }
  },
  read_evidence: disputed,
  send_evidence: disputed,
  claim_evidence: async () => ({ providers: ['sandbox'] }),
  async record_evidence(setup, person) {
    const { chargeback_id } = await disputed(setup, person)
    await run(`select private.claim_evidence('{sandbox}', 100, now() + interval '19 days')`, [])
    return { chargeback_id, problem: 'too_late' }
  },
  // Staff can decide only about a lost chargeback.
  async bear_chargeback({ fixtures }) {
    const { id } = await fixtures.chargeBack(await fixtures.paid())
    await thaw()
    return { chargeback_id: id, note: 'Good work.', amount_minor: 0 }
  },
  async unfreeze_profile({ users, fixtures }) {
    await fixtures.chargeBack(await fixtures.paid())
    const seen = await causesOf(users.brand.id)
    return { profile_id: users.brand.id, note: 'A mistake of the bank.', seen }
  },
  create_invite: async () => ({ max_uses: 3 }),
  revoke_invite: async ({ users, fixtures }) => {
    const { id } = (await fixtures.call('staff', 'create_invite', { max_uses: 1 })) as {
      id: string
    }
    await run('update public.invites set issuer_id = $1 where id = $2', [users.brand.id, id])
    return { invite_id: id }
  },
  resolve_dispute: onReadOrder('disputed', { creator_share_minor: SHARE, note: 'Half done.' }),
  read_dispute: onOrder('disputed'),
  read_order: onOrder('in_progress', { reason: 'A question of a member.' }),
  staff_orders: async ({ fixtures }) => ({ ids: [(await fixtures.order('disputed')).id] }),
  decide_appeal: onReadOrder('appealed', { creator_share_minor: SHARE, note: 'Half done.' }),
  resolve_reports: async ({ fixtures }) => ({
    message_ids: [await reported(fixtures)],
    resolution: 'Warned.',
  }),
  async reopen_report({ fixtures }) {
    const message_id = await reported(fixtures)
    await run(
      `update public.message_reports set resolved_at = now(), resolution = 'Warned.' where message_id = $1`,
      [message_id],
    )
    return { message_id }
  },
  read_report: async ({ fixtures }) => ({ message_id: await reported(fixtures) }),
  resolve_suspense: async ({ users, fixtures }) => ({
    payment_id: (await fixtures.suspense()).id,
    profile_id: users.brand.id,
    note: 'It was theirs.',
    amount_minor: 1,
  }),
  async reject_profile({ users }) {
    await run('update public.profiles set is_approved = false where id = $1', [users.newcomer.id])
    return { profile_id: users.newcomer.id, reason: 'Not yours.' }
  },
  async decline_verification(setup, person) {
    await run(
      'update public.profiles set is_verified = false, verification_pending = true where id = $1',
      [setup.users.newcomer.id],
    )
    return onShownNewcomer(setup, person)
  },
  staff_list: async () => ({ list: 'members' }),
  read_member: async ({ users }) => ({ profile_id: users.newcomer.id, reason: 'A question.' }),
  add_staff_note: async ({ users }) => ({ profile_id: users.newcomer.id, note: 'Speaks for two.' }),
  staff_queue: nothing,
  async decide_same_person({ users }) {
    await paired(users)
    return {
      profile_id: users.newcomer.id,
      other_id: users.brand.id,
      is_same: true,
      note: 'A family.',
    }
  },
  propose_staff_act: async () => ({
    action: 'update_setting',
    arguments: { key: 'shortlist_size', value: 6 },
  }),
  confirm_staff_proposal: async ({ users }) => ({ proposal_id: await proposed(users) }),
  withdraw_staff_proposal: async ({ users }) => ({ proposal_id: await proposed(users) }),
  reserve_name: async () => ({ name: `Word ${randomUUID()}` }),
  release_name: async () => ({ name: 'Nobody' }),
  async lift_ban() {
    const email = `${randomUUID()}@kolpact.test`
    await run(
      `with gone as (
         insert into public.profiles (display_name, deleted_at, suspended_at)
         values ('Former member', now(), now()) returning id
       ), suspended as (
         insert into public.suspensions (profile_id, category, note) select id, 'other', 'Spam.' from gone
       )
       insert into private.person_marks (kind, hash, profile_id)
       select 'inbox', private.mark_hash('inbox', $1), id from gone`,
      [email],
    )
    return { email }
  },
  list_settings: nothing,
  update_setting: async () => ({ key: 'shortlist_size', value: 6 }),

  run_due_work: nothing,
  market_health: nothing,
  claim_emails: async () => ({ batch: 1 }),
  mark_email_sent: async ({ users }) => ({ id: await claimed(users) }),
  mark_email_failed: async ({ users }) => ({ id: await claimed(users), error: 'Full.' }),
  claim_file_inspections: async () => ({ batch: 1 }),
  async record_file_inspection() {
    const name = `${randomUUID()}/a.txt`
    await run(
      `insert into private.file_inspections (bucket_id, name, version, claimed_type, due_at)
       values ('attachments', $1, 'one', 'text/plain', now() + interval '1 year')`,
      [name],
    )
    const bytes = { bucket_id: 'attachments', name, version: 'one' }
    return { ...bytes, found_type: 'text', is_fine: true }
  },
  claim_file_removals: async () => ({ batch: 1 }),
  mark_file_removed: async () => ({
    id: await idOf(
      `insert into private.file_removals (bucket_id, name, reason, due_at)
       values ('avatars', $1, 'rejected', now() + interval '1 year') returning id`,
      [randomUUID()],
    ),
  }),

  // The other actors delete their accounts too, and with them their blocks of the newcomer.
  delete_my_account: after(({ users }) =>
    run('delete from public.member_blocks where blocked_id = $1', [users.newcomer.id]),
  ),
}

/** Ends the freezes of chargebacks and members that a call has caused. */
export const thaw = async () => {
  await run('update private.chargebacks set frozen_at = null where frozen_at is not null')
  await run('update public.profiles set frozen_at = null where frozen_at is not null')
}
const reinstate = () =>
  run('update public.profiles set suspended_at = null where suspended_at is not null')
const separate = () => run('delete from private.person_pairs')
export const tidy: Partial<Record<FunctionName, (answer: unknown) => Promise<unknown>>> = {
  // Lets payouts continue, because the call may have stopped them for everybody.
  halt_payouts: () =>
    run('update public.payout_halts set released_at = now() where released_at is null'),
  appeal_suspension: reinstate,
  decide_suspension_appeal: reinstate,
  decide_same_person: separate,
  record_chargeback: thaw,
  record_provider_dispute: thaw,
  update_setting: () => run(`update private.settings set value = 200 where key = 'shortlist_size'`),
  confirm_staff_proposal: () =>
    run(`update private.settings set value = 200 where key = 'shortlist_size'`),
  propose_staff_act: (answer) =>
    run(
      `update public.staff_proposals set status = 'withdrawn', decided_by = proposed_by, decided_at = now() where id = $1`,
      [(answer as { id: string }).id],
    ),
  // The claimed mails go back to the queue, because other tests wait for them.
  claim_emails: (answer) =>
    run(
      `update private.email_outbox set status = 'waiting', attempts = attempts - 1, claimed_at = null
       where id = any ($1)`,
      [(answer as { id: string }[]).map(({ id }) => id)],
    ),
}
