-- Makes everything happen that a member can be notified of. A new event has to be added here, because no other
-- test checks that its data has the values that its texts name.
-- cast: stella staff, brand brand, kol kol
update private.settings set value = 5 where key = 'buyer_fee';
-- Gives a tip. Invoices for the work and for the tip are made at commit; the following acts make none.
select tests.make_order(tests.id('brand'), tests.id('kol'), status) from unnest(array['declined', 'completed']) status;
select tests.by('brand', $$ select public.tip_order(tests.order_id(), 321, 'Thank you.', gen_random_uuid()) $$);
set constraints all immediate;
set constraints all deferred;
-- The fee is reduced, which makes a credit note.
select private.issue_credit_notes(t, o, 2000) from private.transfers t join public.pack_orders o on o.id = t.order_id where o.id = tests.order_id() and t.event = 'completion';

select tests.make_invitee('guest', 'kol', tests.id('brand'));
select tests.make_invitee('fay', 'brand', tests.id('brand'));
select tests.by('brand', $$
  insert into public.saved_searches (name, filters) values ('DeFi', '{"platforms": ["twitch"], "emailNotifications": true}');
  insert into public.campaigns (title, body, budget_minor, deadline)
  select title, 'Tell it.', 10000, now() + interval '7 days' from unnest(array['Launch', 'Party']) title;
  select public.publish_campaign(id) from public.campaigns $$);
select private.work_campaigns();
select tests.by('brand', $$
  insert into public.shortlist (creator_id) values (tests.id('guest'));
  select public.invite_to_campaign(id, tests.id('guest')) from public.campaigns where title = 'Launch' $$);
select tests.make_member('nina', 'kol', false);
update public.profiles set platforms = '{twitch}' where id = tests.id('nina');
select tests.by('stella', $$ select public.reject_profile(tests.id('nina'), 'No channel.'); select public.approve_profile(tests.id('nina')) $$);
-- Bea was a creator and is a brand now.
select tests.make_member('bea', 'brand', false);
update public.profiles set approval_by_staff = true, is_approved = false where id = tests.id('bea');
select tests.by('stella', $$ select public.approve_profile(tests.id('bea')) $$);
select private.work_match_queue();
select tests.by('kol', $$ select public.apply_to_campaign(id, price_minor => 8000) from public.campaigns $$);
select tests.by('brand', $$
  select public.accept_application(a.id, gen_random_uuid()) from public.campaign_applications a join public.campaigns c on c.id = a.campaign_id where c.title = 'Launch';
  select public.decline_application(a.id) from public.campaign_applications a join public.campaigns c on c.id = a.campaign_id where c.title = 'Party' $$);

-- Causes notices about orders.
select tests.make_order(tests.id('brand'), tests.id('kol'), status) from unnest(array['declined', 'cancelled', 'expired', 'in_revision']) status;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.by('kol', $$ select public.cancel_order(tests.order_id(), 'I am ill.'); select public.withdraw_cancellation(tests.order_id()) $$);
select tests.make_order(tests.id('brand'), tests.id('kol'), status) from unnest(array['draft_revision', 'draft_approved']) status;
-- The creator agrees to cancel one order, and accepts a split of another one; the brand does not answer.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
update public.pack_orders set cancel_requested_by = brand_id, cancel_requested_until = now() + interval '1 hour' where id = tests.order_id();
select tests.by('kol', $$ select public.cancel_order(tests.order_id(), 'Agreed.') $$);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select tests.by('brand', $$ select public.propose_settlement(tests.order_id(), 2000) $$), tests.by('kol', $$ select public.accept_settlement(tests.order_id(), 2000) $$);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed');
select tests.by('kol', $$ select public.propose_settlement(tests.order_id(), 0) $$);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'settled', 12345);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', pack => tests.make_pack(tests.id('kol'), 20010000, 'USDC'));
update public.chain_acts a set state = 'failed', refused_since = now() - interval '25 hours' where a.kind = 'capture';
insert into public.staff_proposals (action, subject, arguments, proposed_by, expires_at, decided_in, status, decided_by, decided_at)
values ('give_up_capture', tests.order_id(), '{}', tests.id('stella'), now(), pg_current_xact_id(), 'withdrawn', tests.id('stella'), now());
select tests.by('stella', $$ select public.give_up_capture(tests.order_id(), 'Frozen.') $$);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded', pack => tests.make_pack(tests.id('kol'), 20010000, 'USDC'));
select private.lose_chain_payment(p.id, now()) from public.chain_payments p where p.order_id = tests.order_id();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.by('brand', $$ select public.review_order(tests.order_id(), 4, 'Good work.') $$), tests.by('kol', $$ select public.review_order(tests.order_id(), 5, 'Clear brief.') $$);
select tests.by('kol', $$ select public.ask_to_show_work(tests.order_id()) $$), tests.by('brand', $$ select public.allow_to_show_work(tests.order_id()) $$);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
update public.pack_orders set due_at = '2100-01-02 03:04+00', delivered_at = now() - interval '24 hours' where id = tests.order_id();
select private.work_reminders(now(), 10);
select tests.by('brand', $$ select public.extend_review(tests.order_id()) $$);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select private.run_due_work(now() + interval '15 days');

-- Causes notices about offers and milestones.
select tests.lift_limits();
select tests.make_offer(tests.id('brand'), tests.id('kol'), 10100);
select tests.make_offer(tests.id('kol'), tests.id('brand'), 10200, counters_id => tests.offer_id());
select tests.make_offer(tests.id('brand'), tests.id('kol'), 10150, counters_id => tests.offer_id());
select tests.make_offer(tests.id('kol'), tests.id('brand'), 10200, counters_id => tests.offer_id());
select tests.by('brand', $$ select public.decline_offer(tests.offer_id()) $$);
select tests.make_offer(tests.id('brand'), tests.id('kol'), 10100);
select tests.by('brand', $$ select public.withdraw_offer(tests.offer_id()) $$);
select tests.make_offer(tests.id('brand'), tests.id('kol'), 10100);
select private.work_offers(now() + interval '7 days', 10);
select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'in_progress', '{3333,6667}', 1), tests.make_milestones(tests.id('brand'), tests.id('kol'), 'delivered', '{4000,6000}');
select private.accept_work(o, 'clock', null, now()) from public.pack_orders o where o.id = tests.order_id();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.by('brand', $$ select public.cancel_order(tests.order_id(), 'We have other plans.') $$);
select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'pending_payment', '{4000,6000}');
select tests.by('kol', $$ select public.cancel_order(tests.order_id(), 'I am ill.') $$);

-- A stranger signs in to the account of a member.
select tests.make_member('nora', 'kol');
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
select gen_random_uuid(), tests.user_id(tests.id('nora')), 'app', 'totp', 'unverified', now(), now();
update auth.mfa_factors set status = 'verified' where friendly_name = 'app';
update auth.users set encrypted_password = 'x' where id = tests.user_id(tests.id('nora'));
select private.disown_account(private.unsubscribe_token(tests.id('nora'), 'not_me'));

-- Records a payment whose amount is not that of its order.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
select public.record_payment('sandbox', 'too little', tests.order_id(), 1234, 'USD');
select tests.by('stella', format('select public.resolve_suspense(%L, %L, %L, 1234)', (select id from public.payments where provider_ref = 'too little'), tests.id('brand'), 'Hers.'));
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', pack => tests.make_pack(tests.id('kol'), 20020000, 'USDC'));
select tests.sign_payment(tests.order_id()), tests.send_acts();
select tests.by('brand', $$ select public.cancel_order(tests.order_id()) $$);
select tests.mine_block();

-- Causes notices about payouts.
select tests.by('kol', $$
  select public.add_payout_method('iban', 'Kim', 'DE89370400440532013000');
  select public.request_payout(amount, 'USD', tests.payout_method(), gen_random_uuid()) from unnest(array[4000, 5000]) as amount $$, 'aal2');
select public.settle_payout(id, 'tr_1') from public.payouts where amount_minor = 4000;
select public.fail_payout(id, 'No such account.') from public.payouts where amount_minor = 5000;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
select tests.by('brand', format($$ select tests.refund(%L, amount, gen_random_uuid()) from unnest(array[4100, 4200]) as amount $$, (tests.payment()).id));
select public.settle_payout(id, 're_1') from public.payouts where amount_minor = 4100;
select public.fail_payout(id, 'The card has expired.') from public.payouts where amount_minor = 4200;

-- Causes notices about files and chargebacks.
select tests.by('brand', $$
  select set_config('tests.file', public.get_or_create_conversation(tests.id('kol')) || '/one/brief.pdf', true);
  select tests.storage_does('storage.object.upload');
  insert into storage.objects (bucket_id, name, version, owner_id) values ('attachments', current_setting('tests.file'), 'v1', tests.user_id(tests.id('brand'))::text) $$);
select public.record_file_inspection('attachments', current_setting('tests.file'), 'v1', 'markup', false);
select tests.by('brand', $$
  select tests.storage_does('storage.object.upload');
  insert into storage.objects (bucket_id, name, version, owner_id) values ('avatars', tests.id('brand') || '/face.png', 'v1', tests.user_id(tests.id('brand'))::text) $$);
select public.record_file_inspection('avatars', tests.id('brand') || '/face.png', 'v1', 'too_many_pixels', false);
select tests.make_member('rival', 'brand');
update public.referrals set inviter_id = tests.id('brand') where invitee_id = tests.id('rival');
select tests.make_order(tests.id('rival'), tests.id('kol'), 'in_progress');
select public.record_provider_dispute('sandbox', 'test-' || tests.order_id(), 'cb1', status, 10500, 'USD') from unnest(array['opened', 'lost']) as status;
-- Two members of staff must decide whether the market bears this loss, because the creator who delivered has no
-- trust. They do not decide, so the setting of the largest loss does.
select private.unfreeze(tests.id('rival'));
select tests.make_order(tests.id('rival'), tests.id('kol'), 'completed', 7000);
select tests.charge_back(tests.payment(), 7350, 'cb2');
select public.record_provider_dispute('sandbox', 'test-' || tests.order_id(), 'cb2', 'lost', 7350, 'USD');
select private.work_chargebacks(now() + interval '8 days');
select public.record_provider_dispute('sandbox', 'test-' || tests.order_id(), 'cb2', 'won', 7350, 'USD');
select private.unfreeze(tests.id('rival'));
select tests.make_order(tests.id('rival'), tests.id('kol'), 'delivered', 8000);
select tests.charge_back(tests.payment(), 8400, 'cb3');
select public.record_provider_dispute('sandbox', 'test-' || tests.order_id(), 'cb3', 'won', 8400, 'USD');

select private.unfreeze(tests.id('rival'));
select tests.make_order(tests.id('rival'), tests.id('kol'), 'in_revision', 9000);
select private.add_demerit(tests.id('kol'), tests.order_id(), 'late', now());
select tests.charge_back(tests.payment(), 4725, 'cb4');
select public.record_provider_dispute('sandbox', 'test-' || tests.order_id(), 'cb4', 'lost', 4725, 'USD');

-- Causes notices about late work and disputes.
select private.unfreeze(tests.id('brand'));
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_revision');
update public.pack_orders set due_at = '2100-02-01 03:04+00' where id = tests.order_id();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
update public.pack_orders set due_at = '2100-02-01 03:04+00' where id = tests.order_id();
select private.work_order_reminders('2100-02-01 03:04+00', 10, 'infinity');
select tests.by('kol', $$
  select private.open_dispute(tests.order_id(), 'No answer.', null, null, null);
  select private.withdraw_dispute(tests.order_id(), null);
  select private.open_dispute(tests.order_id(), 'No answer.', null, null, null);
  select private.give_evidence(tests.order_id(), 'Look.', '{}', '[]', '{}', null) $$, at => '2100-02-02 03:04+00');
select tests.by('brand', $$
  select private.answer_dispute(tests.order_id(), 'No.', null);
  select private.propose_settlement(tests.order_id(), 1000) $$, at => '2100-02-02 03:04+00');
select tests.by('kol', $$ select private.propose_settlement(tests.order_id(), 1500) $$, at => '2100-02-02 03:05+00');
select private.work_order_reminders('2100-02-06 03:04+00', 10, 'infinity');
select private.move_order(o, 'awaiting_ruling', 'clock', null, null, '2100-02-07 03:04+00') from public.pack_orders o where id = tests.order_id();
select private.work_order_reminders('2100-02-14 03:04+00', 10, 'infinity');
select tests.by('stella', $$
  select private.read_dispute(tests.order_id(), null);
  select private.resolve_dispute(tests.order_id(), private.ruling_of('{"creator_share_minor": 4000, "note": "So."}')) $$, at => '2100-02-15 03:04+00');
select tests.by('kol', $$ select private.appeal_ruling(tests.order_id(), 'Why?') $$, at => '2100-02-16 03:04+00');

-- Causes notices about suspensions.
select tests.make_staff('sue');
select tests.by('stella', $$
  select public.suspend_profile(tests.id('nina'), false, 'spam', 'Forty messages.');
  select public.propose_staff_act('suspend_profile', jsonb_build_object('profile_id', tests.id('guest'), 'category', 'fraud', 'note', 'Stolen cards.')) $$);
select tests.by('sue', $$ select public.confirm_staff_proposal(id) from public.staff_proposals where status = 'open' $$);
select tests.by('nina', $$ select public.appeal_suspension('They asked.') $$);
select tests.by('sue', $$ select public.decide_suspension_appeal(tests.id('nina'), true, 'They did not.') $$);
select tests.decide_by_two('stella', 'sue', 'unsuspend_profile', jsonb_build_object('profile_id', tests.id('nina'), 'note', 'Cleared.'));
-- The name of the guest has become the name of a verified member.
select tests.make_member('namesake');
update public.profiles set display_name = 'Guest', is_verified = true where id = tests.id('namesake');
select tests.decide_by_two('stella', 'sue', 'unsuspend_profile', jsonb_build_object('profile_id', tests.id('guest'), 'note', 'Cleared.'));
update public.profiles set display_name = 'Namesake', is_verified = false where id = tests.id('namesake');
select tests.make_member('flatmate', 'brand');
insert into private.person_pairs (profile_id, other_id, kind) values (tests.id('namesake'), tests.id('flatmate'), 'card');
select tests.freeze('flatmate');
select private.unfreeze(tests.id('namesake'));
update public.profiles set display_name = 'Guest' where id = tests.id('guest');

create temporary table said as
select distinct p.display_name as reader, n.type, regexp_replace(n.title, '([IC])-\d{4}', '\1-2026') as title, regexp_replace(n.message, 'Member [0-9A-F]{8}', 'Member 1A2B3C4D') as message
from public.notifications n join public.profiles p on p.user_id = n.user_id;
create function pg_temp.dated(words text) returns text language plpgsql as $$
declare
  v_span text := substring(words, '\{in (.+?)\}');
begin
  return replace(words, '{in ' || coalesce(v_span, '') || '}', coalesce(to_char((now() + v_span::interval) at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), ''));
end;
$$;
create temporary table expected as
select reader, type, pg_temp.dated(title) as title, pg_temp.dated(message) as message from (values
  ('Namesake', 'account_update', 'Your account is frozen', 'An account that is bound to yours, by a payment card, a payout account or an address, is suspended or frozen. You cannot order, pay or take money out until that ends, or our staff have looked at it.'),
  ('Namesake', 'account_update', 'Your account is free again', 'You can order, pay and take money out as before.'),
  ('Rival', 'account_update', 'Your account is free again', 'You can order, pay and take money out as before.'),
  ('Kol', 'application_update', 'Application accepted', 'Your application to "Launch" was accepted'),
  ('Kol', 'application_update', 'Application declined', 'Your application to "Party" was declined'),
  ('Brand', 'application_update', 'New application', 'Kol applied to "Launch"'),
  ('Brand', 'application_update', 'New application', 'Kol applied to "Party"'),
  ('Guest Kol Nina', 'campaign_match', 'A campaign for you', 'Brand is looking for creators like you: "Launch"'),
  ('Guest Kol Nina', 'campaign_match', 'A campaign for you', 'Brand is looking for creators like you: "Party"'),
  ('Guest', 'campaign_match', 'You are invited to a campaign', 'Brand invites you to apply to "Launch"'),
  ('Stella', 'dispute_update', 'A payment of 105.00 USD was charged back', 'Look at the brand and decide whether it may spend again.'),
  ('Stella', 'dispute_update', 'A payment of 73.50 USD was charged back', 'Look at the brand and decide whether it may spend again.'),
  ('Stella', 'dispute_update', 'A payment of 84.00 USD was charged back', 'Look at the brand and decide whether it may spend again.'),
  ('Rival', 'dispute_update', 'A payment of 73.50 USD was charged back', 'You cannot order, pay or take money out until our staff have looked at it.'),
  ('Rival', 'dispute_update', 'A payment of 84.00 USD was charged back', 'You cannot order, pay or take money out until our staff have looked at it.'),
  ('Stella', 'dispute_update', 'A dispute of 73.50 USD is lost', 'What creators had earned is above what the market bears by itself. Decide whether it pays them.'),
  ('Rival', 'dispute_update', 'A payment of 105.00 USD was charged back', 'You cannot order, pay or take money out until our staff have looked at it.'),
  ('Brand', 'dispute_update', 'A settlement for One thread is proposed',
    'Of 129.63 USD held for the order: 55.55 USD to the creator, 64.83 USD back to your wallet, 9.25 USD our fee.'),
  ('Brand', 'dispute_update', 'A settlement for One thread is proposed',
    'Of 105.00 USD held for the order: 0.00 USD to the creator, 105.00 USD back to your wallet, 0.00 USD our fee. You have given no evidence, answer or proposal yet (opening the dispute is none): if that is so on {in 120 hours}, the money is divided like this.'),
  ('Kol', 'dispute_update', 'A settlement for One thread is proposed',
    'Of 105.00 USD held for the order: 18.00 USD to you, 84.00 USD back to the brand''s wallet, 3.00 USD our fee. You have given no evidence, answer or proposal yet (opening the dispute is none): if that is so on {in 120 hours}, the money is divided like this.'),
  ('Kol', 'dispute_update', 'A settlement for One thread is proposed', 'Of 105.00 USD held for the order: 9.00 USD to you, 94.50 USD back to the brand''s wallet, 1.50 USD our fee.'),
  ('Brand', 'dispute_update', 'A settlement for One thread is proposed', 'Of 105.00 USD held for the order: 13.50 USD to the creator, 89.25 USD back to your wallet, 2.25 USD our fee.'),
  ('Brand', 'dispute_update', 'The dispute about One thread is withdrawn', 'Kol ended it. The order goes on where it stood. Its deadline is 2100-02-01 03:04 UTC.'),
  ('Brand', 'dispute_update', 'Dispute about One thread', 'The money stays in escrow until the dispute is settled.'),
  ('Kol', 'payment_received', 'You earned 45.00 USD', 'For One thread, after our fee of 5.00 USD. It becomes available when the hold ends.'),
  ('Kol', 'dispute_update', 'The order for One thread is settled', 'Of 105.00 USD held for the order, 45.00 USD is yours, 52.50 USD goes back to the brand''s wallet and 7.50 USD is our fee.'),
  ('Brand', 'dispute_update', 'The order for One thread is settled', 'Of 105.00 USD held for the order, 52.50 USD goes back to your wallet, 45.00 USD goes to the creator and 7.50 USD is our fee.'),
  ('Brand', 'dispute_update', 'The order for One thread is settled', 'Of 105.00 USD held for the order, 105.00 USD goes back to your wallet, 0.00 USD goes to the creator and 0.00 USD is our fee.'),
  ('Kol', 'dispute_update', 'The order for One thread is settled', 'Of 105.00 USD held for the order, 0.00 USD is yours, 105.00 USD goes back to the brand''s wallet and 0.00 USD is our fee.'),
  ('Kol', 'dispute_update', 'The order for One thread is settled', 'Of 129.63 USD held for the order, 55.55 USD is yours, 64.83 USD goes back to the brand''s wallet and 9.25 USD is our fee.'),
  ('Brand', 'dispute_update', 'The order for One thread is settled', 'Of 105.00 USD held for the order, 84.00 USD goes back to your wallet, 18.00 USD goes to the creator and 3.00 USD is our fee.'),
  ('Brand', 'dispute_update', 'Kol gave evidence about One thread', 'Read it, and answer until 2100-02-07 03:04 UTC, or earlier: our staff may rule once both sides have spoken.'),
  ('Kol', 'dispute_update', 'Brand answered you about One thread', 'Read the answer in the dispute.'),
  ('Stella', 'dispute_update', 'The ruling on One thread is overdue', 'On 2100-02-21 03:04 UTC the written rule decides instead of staff.'),
  ('Brand', 'dispute_update', 'Appeal about One thread', 'The side that did not appeal can answer once, until the time on the page of the order. Another member of our staff decides by 2100-02-23 03:04 UTC. The money waits.'),
  ('Brand Kol', 'dispute_update', 'Answer in the dispute about One thread',
    'The time for answers ends on 2100-02-07 03:04 UTC. A side that has given no evidence, answer or proposal is bound by what the other side proposed while evidence was open and still proposes, if it asks for no more than the written rule gives. Opening the dispute does not count.'),
  ('Brand Kol', 'dispute_update', 'Our staff decide the dispute about One thread', 'You will read the ruling by 2100-02-14 03:04 UTC.'),
  ('Brand', 'dispute_update', 'Ruling on One thread', 'Of 105.00 USD held for the order: 36.00 USD to the creator, 63.00 USD back to your wallet, 6.00 USD our fee. Who did not get everything can appeal until 2100-02-18 03:04 UTC; then it is paid.'),
  ('Kol', 'dispute_update', 'Ruling on One thread', 'Of 105.00 USD held for the order: 36.00 USD to you, 63.00 USD back to the brand''s wallet, 6.00 USD our fee. Who did not get everything can appeal until 2100-02-18 03:04 UTC; then it is paid.'),
  ('Kol', 'payment_received', 'Your earnings for One thread wait', 'The bank is looking into the payment. Until it, and if need be our staff, have decided, what you earned is not paid out; it may be taken back.'),
  ('Brand', 'payment_received', 'Invoice I-2026-000001 for 100.00 USD', 'From Kol, for One thread. Download it on your page Payments.'),
  ('Brand', 'payment_received', 'Invoice I-2026-000002 for 3.21 USD', 'From Kol, for One thread. Download it on your page Payments.'),
  ('Brand', 'payment_received', 'Credit note C-2026-000001 for 20.00 USD', 'From Kol, for One thread, because the payment was taken back, or never reached the seller. Download it on your page Payments.'),
  ('Brand', 'payment_received', '12.34 USD is yours', 'Our staff found that a payment was yours. It is on your page Payments now.'),
  ('Kol', 'payment_received', '63.00 USD was taken back', 'The payment for One thread was taken back. The amount comes out of earnings that you had not been paid yet, of this order or of others.'),
  ('Kol', 'payment_received', '63.00 USD is yours again', 'The payment for One thread, or what the brand owed you for it, has come in.'),
  ('Brand', 'payment_received', '1.05 USD of your invite rewards was taken back', 'The payment of the order that had earned it was taken back.'),
  ('Brand', 'payment_received', '1.05 USD of invite rewards is yours again', 'The payment of the order that had earned it, or what was owed for it, has come in.'),
  ('Kol', 'payment_received', 'You earned 63.00 USD', 'For One thread, after our fee of 7.00 USD. It becomes available when the hold ends.'),
  ('Kol', 'payment_received', '40.00 USD is on its way to you', 'Sent to IBAN •••• 3000.'),
  ('Kol', 'payment_received', 'Brand gave you a tip of 3.21 USD', 'For One thread. It becomes available when the hold ends.'),
  ('Kol', 'payment_received', 'You earned 18.009 USDC', 'For One thread, after our fee of 2.001 USDC. It is on its way to the wallet that the order pays.'),
  ('Kol', 'payment_received', '18.009 USDC could not be paid to your wallet', 'The escrow has tried to pay you for One thread for at least a day. The chain refuses your wallet, as when the maker of the token has frozen it, so the money goes back to the brand. The order stays done in your record.'),
  ('Brand', 'order_update', '20.01 USDC comes back to you', 'The chain refuses the creator''s wallet, so the payment for One thread cannot be made. It goes back to the wallet that paid. The order stays as it ended.'),
  ('Brand', 'order_update', 'Your order for One thread has ended', 'The escrow no longer has its payment: you took it back, or the chain undid it. What it had not paid out by then is yours. Order again if you still want the work.'),
  ('Stella', 'account_update', 'The escrow on the chain needs a look', 'Something about a payment on the chain is not as it was decided. The alarms of the section Payouts say what.'),
  ('Kol', 'payment_received', 'You earned 18.00 USD', 'For One thread, after our fee of 2.00 USD. It becomes available when the hold ends.'),
  ('Kol', 'payment_received', 'You earned 55.55 USD', 'For One thread, after our fee of 6.17 USD. It becomes available when the hold ends.'),
  ('Kol', 'payment_received', 'You earned 90.00 USD', 'For One thread, after our fee of 10.00 USD. It becomes available when the hold ends.'),
  ('Kol', 'payment_received', 'Your payout of 50.00 USD could not be sent', 'The money is back in your balance, less anything taken for a payment that was taken back; Payments says why it was not sent.'),
  ('Brand', 'payment_received', '41.00 USD is on its way to you', 'It goes back to the card that you paid with.'),
  ('Brand', 'payment_received', '42.00 USD could not be returned to your card', 'The money is back in your wallet, less anything that you owe.'),
  ('Rival Brand', 'order_update', 'Kol accepted your order for One thread', 'The work has begun.'),
  ('Rival Brand', 'order_update', 'Kol delivered One thread', 'Accept the work or ask for a revision. Without an answer it is accepted on {in 72 hours}, and the creator is paid.'),
  ('Kol', 'order_update', 'The order from Brand for One thread has ended', 'The payment was taken back. Of 20.01 USDC held for the order, 0.00 USDC is yours.'),
  ('Kol', 'order_update', 'The order from Rival for One thread has ended', 'The payment was taken back. Of 105.00 USD held for the order, 0.00 USD is yours.'),
  ('Brand', 'payment_received', 'Receipt for 20.01 USDC', 'You paid for One thread. The money is in escrow until the work is accepted or the order is settled.'),
  ('Brand', 'payment_received', 'Receipt for 105.00 USD', 'You paid for One thread. The money is in escrow until the work is accepted or the order is settled.'),
  ('Brand', 'payment_received', 'Receipt for 129.63 USD', 'You paid for One thread. The money is in escrow until the work is accepted or the order is settled.'),
  ('Rival', 'payment_received', 'Receipt for 105.00 USD', 'You paid for One thread. The money is in escrow until the work is accepted or the order is settled.'),
  ('Rival', 'payment_received', 'Receipt for 73.50 USD', 'You paid for One thread. The money is in escrow until the work is accepted or the order is settled.'),
  ('Rival', 'payment_received', 'Receipt for 94.50 USD', 'You paid for One thread. The money is in escrow until the work is accepted or the order is settled.'),
  ('Rival', 'payment_received', 'Receipt for 84.00 USD', 'You paid for One thread. The money is in escrow until the work is accepted or the order is settled.'),
  ('Kol', 'order_update', 'New order from Rival for One thread', '100.00 USD is in escrow. If the work is accepted you earn 90.00 USD, after our fee of 10.00 USD. Accept or decline the order.'),
  ('Kol', 'order_update', 'Project completed! One thread for Rival', 'Thank you for the work.'),
  ('Kol', 'order_update', 'New order from Rival for One thread', '70.00 USD is in escrow. If the work is accepted you earn 63.00 USD, after our fee of 7.00 USD. Accept or decline the order.'),
  ('Kol', 'order_update', 'New order from Rival for One thread', '80.00 USD is in escrow. If the work is accepted you earn 72.00 USD, after our fee of 8.00 USD. Accept or decline the order.'),
  ('Brand', 'order_update', 'Kol shows a draft of One thread', 'Approve it or ask for changes. Without an answer it is approved on {in 48 hours}.'),
  ('Kol', 'order_update', 'Brand asked for changes of the draft of One thread', 'Read what should change, then show the draft again.'),
  ('Kol', 'order_update', 'The draft of One thread is approved', 'Publish the work, then deliver it.'),
  ('Kol', 'order_update', 'Brand asked for a revision of One thread', 'Read what should change, then deliver again.'),
  ('Brand', 'order_update', 'Cancel the order for One thread?', 'The other side asks to cancel. If you agree, 105.00 USD goes back to your wallet.'),
  ('Brand', 'order_update', 'Kol no longer asks to cancel the order for One thread', 'The order goes on as agreed.'),
  ('Kol', 'order_update', 'Cancel the order for One thread?', 'The other side asks to cancel. If you agree, 105.00 USD goes back to the brand''s wallet.'),
  ('Brand', 'order_update', 'Kol declined your order for One thread', '105.00 USD goes back to your wallet.'),
  ('Kol', 'order_update', 'Brand sent you an offer: One thread', '101.00 USD. Accept, decline or make a counter-offer.'),
  ('Kol', 'order_update', 'Brand made a counter-offer: One thread', '101.50 USD. Accept, decline or make another offer.'),
  ('Brand', 'order_update', 'Kol made a counter-offer: One thread', 'You pay 107.10 USD in all. Accept, decline or make another offer.'),
  ('Kol', 'order_update', 'Brand declined your offer: One thread', 'You can write another one in the conversation.'),
  ('Kol', 'order_update', 'Brand withdrew the offer: One thread', 'It cannot be accepted any more.'),
  ('Brand', 'order_update', 'Your offer to Kol expired: One thread', 'It was not accepted in time.'),
  ('Brand', 'order_update', 'Kol sent you an offer: One thread', 'You pay 105.00 USD in all. Accept, decline or make a counter-offer.'),
  ('Kol', 'order_update', 'Brand accepted your offer: One thread', 'It is an order now, and waits for its payment.'),
  ('Kol', 'order_update', 'Brand paid for the offer: One thread', '100.00 USD is in escrow, and the work has begun: it is due on {in 7 days}. If it is accepted you earn 90.00 USD, after our fee of 10.00 USD.'),
  ('Kol', 'order_update', 'Brand accepted "Part 1"', 'You earned 30.00 USD, after our fee of 3.33 USD. The next milestone of One thread has begun.'),
  ('Kol', 'order_update', 'Brand accepted "Part 1"', 'You earned 36.00 USD, after our fee of 4.00 USD. The next milestone of One thread has begun.'),
  ('Brand', 'order_update', 'The milestone "Part 1" is accepted', 'Without an answer from you it counts as accepted. Of 42.00 USD, 36.00 USD goes to the creator and 6.00 USD is our fee. The next milestone of One thread has begun.'),
  ('Kol', 'order_update', 'More time to review One thread', 'The brand extended the review, once.'),
  ('Kol', 'order_update', 'New order from Brand for One thread', '100.00 USD is in escrow. If the work is accepted you earn 90.00 USD, after our fee of 10.00 USD. Accept or decline the order.'),
  ('Kol', 'order_update', 'New order from Brand for One thread', '123.45 USD is in escrow. If the work is accepted you earn 111.10 USD, after our fee of 12.35 USD. Accept or decline the order.'),
  ('Kol', 'order_update', 'New order from Brand for One thread', '20.01 USDC is in escrow. If the work is accepted you earn 18.009 USDC, after our fee of 2.001 USDC. Accept or decline the order.'),
  ('Brand', 'order_update', 'One thread waits for your review', 'Without an answer it is accepted on 2100-01-02 03:04 UTC.'),
  ('Brand', 'order_update', 'One thread waits for your review', 'Without an answer it is accepted on 2100-01-06 03:04 UTC.'),
  ('Brand', 'order_update', 'Project completed by Kol!', 'Without an answer from you the work counts as accepted. Of 105.00 USD held for the order, 90.00 USD goes to the creator and 15.00 USD is our fee. Tell others how it went: write a review.'),
  ('Kol', 'order_update', 'Project completed! One thread for Brand', 'Thank you for the work.'),
  ('Kol', 'order_update', 'The order from Brand for One thread expired', 'It was not accepted in time.'),
  ('Kol', 'order_update', 'The order from Brand for One thread was cancelled', 'The work is off.'),
  ('Brand', 'order_update', 'Your order for Launch expired', 'It was not paid in time.'),
  ('Brand', 'order_update', 'Your order for One thread expired', '105.00 USD goes back to your wallet.'),
  ('Brand', 'order_update', 'Your order for One thread expired', 'It was not paid in time.'),
  ('Brand', 'order_update', 'Your order for One thread was cancelled', '105.00 USD goes back to your wallet.'),
  ('Brand', 'order_update', 'Kol cancelled your order for One thread', 'It was not paid yet, and cannot be paid any more. Money that arrives for it all the same goes to your wallet, from a card once our staff have assigned it.'),
  ('Kol', 'order_update', 'The order from Rival for One thread has ended', 'The payment was taken back. Of 94.50 USD held for the order, 40.50 USD is yours.'),
  ('Stella', 'dispute_update', 'A payment of 47.25 USD was charged back', 'Look at the brand and decide whether it may spend again.'),
  ('Rival', 'dispute_update', 'A payment of 47.25 USD was charged back', 'You cannot order, pay or take money out until our staff have looked at it.'),
  ('Kol', 'order_update', 'Rival asked for a revision of One thread', 'Read what should change, then deliver again.'),
  ('Kol', 'order_update', 'New order from Rival for One thread', '90.00 USD is in escrow. If the work is accepted you earn 81.00 USD, after our fee of 9.00 USD. Accept or decline the order.'),
  ('Rival', 'order_update', 'Your order for One thread has ended', 'The payment was taken back. Payments names what you still owe, if anything.'),
  ('Brand', 'order_update', 'Your payment for One thread did not pay the order', '20.02 USDC came when the order could not be paid any more. It goes back to the wallet that paid.'),
  ('Brand', 'order_update', 'Your payment for One thread did not pay the order', '12.34 USD arrived but does not fit the order. Nothing is lost: our staff assign it to your wallet, less what you owe.'),
  ('Brand', 'order_update', 'Your order for One thread ended', 'The work was too late. 105.00 USD goes back to your wallet.'),
  ('Kol', 'order_update', 'The order from Brand for One thread ended', 'The work was too late. 105.00 USD goes back to the brand''s wallet.'),
  ('Brand', 'order_update', 'The work on One thread is late', 'Without a delivery the order ends on 2100-02-08 03:04 UTC, and 105.00 USD goes back to your wallet.'),
  ('Brand Kol', 'order_update', 'The work on One thread is late', 'Without a delivery the order ends on 2100-02-08 03:04 UTC: 45.00 USD goes to the creator, 52.50 USD goes back to the brand''s wallet and 7.50 USD is our fee.'),
  ('Kol', 'order_update', 'The work on One thread is late', 'Without a delivery the order ends on 2100-02-08 03:04 UTC, and 105.00 USD goes back to the brand''s wallet.'),
  ('Rival Kol', 'order_update', 'One thread stands still', 'The bank is looking into the payment. The order and its deadlines stand until it has decided, and if need be our staff. Nothing is paid out meanwhile.'),
  ('Rival Kol', 'order_update', 'One thread goes on', 'The payment of this order is no longer in question. Its deadline has the time that was left.'),
  ('Brand', 'file_removed', 'A file was removed', 'brief.pdf is not the kind of file that it says it is.'),
  ('Brand', 'file_removed', 'A picture was removed', 'face.png has more pixels or scans than a picture may have here. Save it anew, smaller, and send it again.'),
  ('Bea', 'account_update', 'Your profile is approved', 'You can look for creators now.'),
  ('Brand', 'invite_accepted', 'Invite accepted', 'Fay joined with your invite'),
  ('Brand', 'invite_accepted', 'Invite accepted', 'A member joined with your invite. Our team looks at the profile before others see it.'),
  ('Brand', 'new_kol_match', 'New KOL Match Found!', 'Nina matches your saved search "DeFi"'),
  ('Kol', 'account_update', 'A payout account or wallet was added', 'IBAN •••• 3000 was saved. A new account or wallet may have to wait before it is paid.'),
  ('Nora', 'account_update', 'A second factor was added to your account', 'From now on each sign-in needs a code of that authenticator app.'),
  ('Stella', 'account_update', 'Nora says: this was not me', 'Somebody else was in the account. Their requested payouts are stopped, every session is ended, and the password is gone. Look before you release a payout.'),
  ('Nina', 'account_update', 'Your account is suspended until {in 7 days}', 'Forty messages. If you think that this is wrong, sign in and appeal, once. Another member of our staff decides.'),
  ('Guest', 'account_update', 'Your account is suspended', 'Stolen cards. If you think that this is wrong, sign in and appeal, once. Another member of our staff decides.'),
  ('Nina', 'account_update', 'Your suspension stays', 'Our staff read your appeal: They did not.'),
  ('Nina', 'account_update', 'Your account is no longer suspended', 'Your account is as it was before, but a calendar address has to be made anew. If something else still keeps you from the market, your home page says what.'),
  ('Guest', 'account_update', 'Your account is no longer suspended',
    'Your account is as it was before, but a calendar address has to be made anew. If something else still keeps you from the market, your home page says what. Another member has your name by now: yours is Member 1A2B3C4D, without the mark of verification, until you choose another one in Settings.'),
  ('Stella Sue', 'account_update', 'Nina appeals against a suspension', 'Somebody who did not decide on it decides by {in 7 days}. Without a decision the suspension ends, unless two of our staff decided on it.'),
  ('Nina', 'account_update', 'Your profile was not accepted', 'Our staff wrote: No channel.'),
  ('Nina', 'profile_approved', 'Your profile is approved', 'Brands can find you now.'),
  ('Kol', 'review_received', 'Brand reviewed your work together', '4 of 5'),
  ('Brand', 'review_received', 'Kol reviewed your work together', '5 of 5'),
  ('Brand', 'order_update', 'Kol would like to show the work made for you', 'If you allow it, the portfolio shows what was made for One thread.'),
  ('Kol', 'order_update', 'Brand lets you show your work', 'You can add what you made for One thread to your portfolio.'),
  ('Kol', 'review_received', 'You were reviewed for One thread', 'Write your own review to read it.')
) as texts (readers, type, title, message), unnest(string_to_array(readers, ' ')) as reader;
select is_empty('select * from expected except select * from said', 'every expected notice was written, to its reader and in its exact words');
select is_empty('select * from said except select * from expected', 'no other notice was written');
select is_empty($$ select branch[1] from pg_proc, regexp_matches(prosrc, 'when ''(\w+)'' then', 'g') branch
  where oid = 'private.write_notice'::regproc except select event from public.notifications $$, 'every event happened');
select is_empty($$ select event from public.notifications where title ~ '\{\w+\}' or message ~ '\{\w+\}' $$, 'every notice has the values that its texts name');
select is_empty($$ select n.event, value.key from public.notifications n
  cross join jsonb_each_text(n.data) as value join public.profiles p on p.display_name = value.value and p.user_id is distinct from n.user_id
  where value.key not in ('profile_name', 'other_name') or coalesce(n.data ->> 'other_id', n.data ->> 'profile_id') is distinct from p.id::text $$,
  'every notice names another member where a deletion of the account finds the name');
