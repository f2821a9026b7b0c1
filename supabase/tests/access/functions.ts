import { expect } from 'vitest'
import { actors, clientOf, personOf, type Actor } from './actors.ts'
import type { Outcome } from './attempts.ts'
import { ready, tidy } from './arguments.ts'
import { fingerprint, run } from './database.ts'
import { calls, type FunctionName } from './matrix.ts'
import type { Setup } from './fixtures.ts'
import { expectNoCall } from './password-alone.ts'

/**
 * Every actor makes the same call in the same state: first those without the right, then those with it.
 * This shows that the refused call works for an actor with the right.
 */
export async function expectCallRights(name: FunctionName, setup: Setup) {
  const { users } = setup
  const { answers, ...sides } = calls[name]
  // Clears debts of earlier tests: the stack's scheduler would pay them and so change rows during the test.
  await run('update private.chargebacks set owed_minor = 0 where owed_minor > 0')
  const mayCall = actors.filter((actor) => answers[actor] === 'yes')
  const others = actors.filter((actor) => answers[actor] !== 'yes')
  const first = mayCall[0]
  const args = await ready[name](setup, personOf(first ?? 'own', sides) ?? sides.whose)
  const ask = async (actor: Actor, withArgs: Record<string, unknown>) =>
    (await clientOf(users, actor, sides).rpc(name, withArgs)) as Outcome

  const whole = [users.brand, users.creator, users.newcomer].map(({ id }) => id)
  const owner = [users[sides.whose].id]
  const refused = others.filter((actor) => answers[actor] !== 'self')
  const selves = others.filter((actor) => answers[actor] === 'self')
  // If every refused actor has no grant, no code of the function runs, and no fingerprint is needed.
  const begins = refused.some((actor) => answers[actor] !== 'closed')
  const untouched = begins ? await fingerprint(whole) : undefined
  await Promise.all(
    refused.map(async (actor) => expectAnswer(await ask(actor, args), answers[actor], actor)),
  )
  await expectNoCall(name, setup, personOf(first ?? 'own', sides) ?? sides.whose, args)
  if (untouched)
    expect(await fingerprint(whole), 'what was refused changed nothing').toEqual(untouched)
  if (selves.length > 0) {
    const own = await fingerprint(owner)
    for (const actor of selves) expectAnswer(await ask(actor, args), 'self', actor)
    expect(await fingerprint(owner), 'what others did for themselves').toEqual(own)
  }

  for (const actor of mayCall) {
    const person = personOf(actor, sides) ?? sides.whose
    const mine = actor === first ? args : await ready[name](setup, person)
    const known = actor === first && selves.length === 0 ? untouched : undefined
    const before = leavesTraces(name) ? (known ?? (await fingerprint(whole))) : {}
    const answer = await ask(actor, mine)
    expectAnswer(answer, 'yes', actor)
    // A `claim_` function may return nothing, because the stack's scheduler may have claimed all items before.
    if (!name.startsWith('claim_')) expect(answer.data).not.toEqual([])
    if (leavesTraces(name)) {
      expect(await fingerprint(whole), `${actor}: it does something`).not.toEqual(before)
    }
    await tidy[name]?.(answer.data)
  }
}

/** Functions that change no row of a member. start_checkout changes one only when the wallet pays a part. */
const traceless = new Set(
  `check_invite can_buy_or_sell_own_gig my_code_admits member_labels export_my_data get_or_create_conversation
   inbox share_by_deadline bank_file_sums list_notifications mark_notification_read new_matches mark_matches_read
   unread_count search_creators find_anything from_prices my_balance_proof count_creators saved_search_counts count_options
   mark_all_notifications_read list_settings update_setting create_invite
   staff_list read_member read_report add_staff_note book_months trial_balance journal
   close_month resolve_difference start_reconciliation import_statement
   begin_reconciliation provider_read_from record_provider_lines
   record_holdings finish_reconciliation staff_queue staff_orders
   halt_payouts note_transfer claim_payouts payout_account_of begin_payout_account refundable
   reserve_name release_name lift_ban propose_staff_act confirm_staff_proposal
   withdraw_staff_proposal file_verdicts claim_file_inspections record_file_inspection
   order_actions claim_file_removals mark_file_removed unsubscribe disown_account my_sessions
   end_session approve_new_address has_password count_provider_request settlement_preview
   order_sides payment_parts count_print tip_bounds calendar_since read_calendar start_checkout
   matches_my_profile places_left applications_waiting gave_place_back applicant_record run_due_work market_health claim_emails mark_email_sent mark_email_failed
    suspension_reach read_evidence send_evidence claim_evidence record_evidence seller_years my_seller_years
    claim_vat_checks record_vat_check money_moves money_figures market_figures record_web_vitals screen_speeds
    my_frame order_page my_orders creator_record creator_takes begin_wallet set_chain claim_chain_acts clear_chain_alarm chain_position
    record_chain chain_expected compare_chain quote_chain_payment written_position`.split(/\s+/),
)
const leavesTraces = (name: FunctionName) => !traceless.has(name)

function expectAnswer({ data, error }: Outcome, wanted: string, actor: Actor) {
  const got = error ? `${error.code} ${error.message}` : 'an answer'
  const what = `${actor}: ${got}`
  if (wanted === 'closed') expect(error?.code, what).toBe('42501')
  else if (wanted === 'nothing') {
    expect(error, what).toBeNull()
    expect([null, 0, false, '[]'], what).toContain(
      Array.isArray(data) ? JSON.stringify(data) : data,
    )
  } else if (wanted === 'yes' || wanted === 'self') {
    expect(error, what).toBeNull()
    if (wanted === 'yes' && typeof data === 'number') expect(data).toBeGreaterThan(0)
  } else expect(error?.message, what).toBe(wanted)
}

/** Every function that the Data API exposes, from the catalogue. */
export async function exposedFunctions(): Promise<unknown[]> {
  const found = await run(
    `select distinct proname::text as name from pg_proc
     where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')`,
  )
  return found.map(({ name }) => name)
}

export type Argument = { name: string; type: string }

/** The arguments of each exposed function, by the function's name. */
export async function readSignatures(): Promise<Map<string, Argument[]>> {
  const found = (await run(
    `select p.proname::text as function, a.name, format_type(a.type, null) as type
     from pg_proc p, unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) as a (name, type)
     where p.pronamespace = 'public'::regnamespace`,
  )) as (Argument & { function: string })[]
  return Map.groupBy(found, (argument) => argument.function)
}
