// A reader meets a function or a table before its first use. plpgsql resolves names when it runs,
// so the database does not object to the exceptions; each is listed here.
import { expect, test } from 'vitest'
import { schemasDir } from '../../../scripts/project.ts'
import { readChapters } from '../../../scripts/schema/chapters.ts'

/** Names that a chapter uses before the chapter that defines them. Lines are removed, not added. */
const USED_BEFORE = [
  '10_profiles: private.accounts (30_ledger)',
  '10_profiles: private.new_referral_code (15_invites)',
  '10_profiles: private.role_is_fixed (15_invites)',
  '10_profiles: public.pack_orders (40_orders)',
  '10_profiles: public.packs (20_packs)',
  '15_invites: private.notify (31_notifications)',
  '15_invites: private.post_referral_reward (40_orders_money)',
  '32_payout_methods: public.payouts (32_payouts)',
  '32_payouts: private.require_undisputed_earnings (44_chargebacks_orders)',
  '39_addresses_and_files: private.file_inspections (56_file_checks)',
  '39_addresses_and_files: public.conversations (50_messages)',
  '39_order_numbers: public.pack_orders (40_orders)',
  '40_orders_status: private.record_demerits (46_reputation)',
  '41_order_action_rules: private.reject_own_dispute (90_staff)',
  '41_order_action_rules: private.require_offer (42_disputes)',
  '41_order_action_rules: private.require_open_evidence (42_evidence)',
  '41_order_action_rules: private.require_payable (43_payments)',
  '41_order_action_rules: private.require_prepared (42_rulings)',
  '41_order_action_rules: private.require_reviewable (45_reviews)',
  '41_order_action_rules: private.require_tippable (45_tips)',
  '41_order_action_rules: private.require_wallet (43_payments)',
  '42_disputes: private.note_reader (42_rulings)',
  '42_disputes: private.reject_own_dispute (90_staff)',
  '42_evidence: public.messages (50_messages)',
  '42_rulings: private.demerits (46_reputation)',
  '43_payments: private.charged_back_minor (44_chargebacks)',
  '43_payments: private.is_taken_back (44_chargebacks)',
  '43_payments: private.match_chargebacks (44_chargebacks_recording)',
  '43_payments: private.reject_own_case (90_staff)',
  '44_chargebacks_recovery: private.reject_own_case (90_staff)',
  '45_reviews: private.recompute_rating (46_reputation)',
  '46_reputation: private.sync_score (61_search_index)',
  '50_messages: public.campaign_applications (80_campaigns)',
  '50_messages: public.campaigns (80_campaigns)',
  '51_message_reports: private.is_own_case (90_staff)',
  '51_message_reports: private.reject_own_case (90_staff)',
  '55_attachments: private.file_inspections (56_file_checks)',
  '64_matching: private.notify_of_campaigns (81_campaign_notices)',
]

const DEFINED =
  /\bcreate (?:or replace )?(?:function|table|view|materialized view|type) ((?:private|public)\.\w+)/g
const NAMED = /\b(?:private|public)\.\w+/g

const chapters = readChapters(schemasDir).map(({ name, sql }) => ({
  name: name.replace(/\.sql$/, ''),
  sql: sql.replaceAll(/--.*$/gm, '').replaceAll(/^comment on [\s\S]*?;$/gm, ''),
}))
const home = new Map<string, string>()
for (const { name, sql } of chapters) {
  for (const [, defined = ''] of sql.matchAll(DEFINED)) {
    if (!home.has(defined)) home.set(defined, name)
  }
}

test('a chapter uses only what stands before its end, apart from the listed exceptions', () => {
  const found = chapters.flatMap(({ name, sql }) =>
    [...new Set(sql.match(NAMED))].flatMap((used) => {
      const place = home.get(used)
      return place !== undefined && place > name ? [`${name}: ${used} (${place})`] : []
    }),
  )
  expect(found.toSorted()).toEqual(USED_BEFORE.toSorted())
})
