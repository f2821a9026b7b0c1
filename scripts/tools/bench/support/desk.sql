-- Makes :rows: rows of each of staff's lists: unapproved members (a third suspended, a third frozen), disputes, reports, unassigned money, payouts, failed
-- payouts, chargebacks, suspensions, pairs of accounts, differences, proposals, invites and audit rows. Triggers are off.
set session_replication_role = replica;

create temporary table desk as
select n, md5('desk user' || n)::uuid as user_id, md5('desk' || n)::uuid as id, md5('desk' || 1 + n % :rows:)::uuid as next_id,
  md5('desk order' || n)::uuid as order_id, now() - n * interval '1 minute' as at
from generate_series(1, :rows:) as n;

insert into auth.users (id, aud, role, email, email_confirmed_at, created_at)
select user_id, 'authenticated', 'authenticated', 'desk' || n || '@kolpact.test', at, at from desk;
insert into public.profiles (id, user_id, role, display_name, bio, language, platforms, categories, referral_code, is_approved, onboarded_at, created_at, updated_at,
  suspended_at, frozen_at)
select id, user_id, case when n % 2 = 0 then 'brand' else 'kol' end, 'Desk ' || n, 'Writes about chains.', 'en', case when n % 2 = 1 then '{x}' else '{}' end::text[],
  case when n % 2 = 1 then '{defi}' else '{}' end::text[], 'desk' || n,
  false, at, at, at, case when n % 3 = 1 then at end, case when n % 3 = 2 then at end
from desk;
insert into public.referrals (inviter_id, invitee_id, created_at) select md5('desk' || n / 2)::uuid, id, at from desk where n > 1;
insert into private.branches (profile_id, branch_id) select id, md5('desk1')::uuid from desk;

insert into public.pack_orders (id, brand_id, kol_id, status, pack_title, price_minor, fee_minor, currency, delivery_days, revisions_allowed,
  terms_hash, idempotency_key, due_at, created_at, updated_at)
select order_id, id, next_id, (array['disputed', 'awaiting_ruling', 'appealed'])[1 + n % 3], 'Thread ' || n, 10000 + n, 1000, 'USD', 7, 2,
  'x', gen_random_uuid(), now() + n * interval '1 minute', at, at from desk;
insert into public.order_events (order_id, kind, from_status, to_status, actor_id, note, created_at)
select order_id, 'move', 'delivered', 'disputed', id, 'It is not what we agreed.', at from desk;

insert into public.conversations (id, member_a, member_b, opened_by, last_message_at)
select order_id, least(id, next_id), greatest(id, next_id), id, at from desk;
insert into public.messages (id, conversation_id, sender_id, receiver_id, content, created_at)
select md5('desk message' || n || k)::uuid, order_id, id, next_id, 'Pay me outside ' || n || ', part ' || k, at - k * interval '1 second'
from desk, generate_series(1, 3) as k;
insert into public.message_reports (message_id, reporter_id, sender_id, content, reason, created_at)
select md5('desk message' || n || 1)::uuid, next_id, id, 'Pay me outside ' || n || ', part 1', 'Wants payment outside.', at from desk;

insert into public.payments (provider, provider_ref, claimed_order_id, payer_id, amount_minor, currency, status, problem, suspense_minor, created_at)
select 'sandbox', 'desk ' || n, order_id, id, 5000 + n, 'USD', 'suspense', 'wrong_amount', 5000 + n, at from desk;
insert into private.payout_methods (id, profile_id, kind, holder, account, created_at)
select order_id, id, 'iban', 'Desk Holder', 'DE' || lpad((98 - (b || '131400')::numeric % 97)::text, 2, '0') || b, at - interval '30 days'
from desk cross join lateral (select lpad(n::text, 18, '0') as b) as bank;
insert into public.payouts (id, profile_id, amount_minor, currency, method, method_id, idempotency_key, status, failure_reason, created_at, updated_at)
select case status when 'failed' then id else order_id end, id, 1000 + n, 'USD', 'IBAN •••• 3000', order_id, gen_random_uuid(), status,
  case status when 'failed' then 'account_closed' end, at, at
from desk, unnest(array['requested', 'failed']) as status;
insert into private.payout_attempts (payout_id, nr, request, begun_at, leased_until, closed_at, late_state)
select id, 1, '{}', at, at, at, 'sent' from desk where n % 100 = 0;
insert into private.chargebacks (provider, provider_ref, payment_ref, kind, brand_id, order_id, amount_minor, currency, brand_minor, loss_minor, status, created_at)
select 'sandbox', 'desk ' || n, 'desk ' || n, 'dispute', id, order_id, 5000, 'USD', 5000, 0, 'opened', at from desk;
insert into public.suspensions (profile_id, category, note, suspended_by, created_at, ends_at, appeal, appealed_at, appeal_due_at)
select id, 'spam', 'Forty messages.', next_id, at, now() + n * interval '1 hour',
  case when n % 2 = 0 then 'It was not me.' end, case when n % 2 = 0 then at end, case when n % 2 = 0 then now() + n * interval '1 minute' end
from desk;
-- Every second pair is marked as separate people. Otherwise all members would be one person and share their freezes.
insert into private.person_pairs (profile_id, other_id, kind, created_at, is_separate) select id, next_id, 'card', at, n % 2 = 1 from desk;
insert into private.provider_lines (provider, provider_ref, kind, subject, amount_minor, currency, occurred_at)
select 'sandbox', 'desk ' || n, 'payment', order_id, 5000 + n, 'USD', at from desk;
insert into private.differences (kind, line_id, amount_minor, currency, found_at)
select 'missing_here', id, amount_minor, currency, occurred_at from private.provider_lines where provider_ref like 'desk %';
insert into public.staff_proposals (action, subject, arguments, proposed_by, created_at, expires_at)
select 'suspend_profile', id, jsonb_build_object('profile_id', id, 'category', 'spam', 'note', 'Again.', 'without_end', true), next_id, at,
  now() + n * interval '1 minute'
from desk;
insert into public.invites (code, max_uses, created_at) select 'DESK-' || n || '-INVITE', 3, at from desk;
insert into public.staff_audit (actor_id, action, subject_id, details, created_at)
select next_id, 'suspend_profile', id, jsonb_build_object('note', 'Forty messages.', 'suspended', jsonb_build_array(id)), at from desk;

analyze public.profiles, public.pack_orders, public.order_events, public.messages, public.message_reports, public.payments, public.payouts,
  private.payout_methods, private.payout_attempts, private.chargebacks, public.suspensions, private.person_pairs, private.provider_lines, private.differences, public.staff_proposals, public.invites, public.staff_audit, public.referrals, private.branches, auth.users;
reset session_replication_role;
