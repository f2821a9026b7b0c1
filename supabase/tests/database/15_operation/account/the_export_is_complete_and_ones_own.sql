-- cast: ann kol, dan kol, bob brand, cyd brand
select plan(4);
-- Makes everything happen once between bob and ann, and twice between cyd and dan, so that a leak changes a number.
create temporary table pairs as select * from (values (1, 'bob', 'ann', 1), (2, 'cyd', 'dan', 2)) as p (pair, brand, kol, times);
create temporary table o as
select tests.put_order(tests.id(brand), tests.id(kol), 'completed') as id, tests.id(brand) as brand_id, tests.id(kol) as kol_id, pair, n
from pairs, generate_series(1, times) as n;
insert into public.order_events (order_id, to_status) select id, 'completed' from o;
insert into public.order_deliveries (order_id, note) select id, 'Done.' from o;
insert into public.settlement_proposals (order_id, proposed_by, creator_share_minor, binds_silence) select id, kol_id, 1, true from o;
insert into public.order_milestones (order_id, position, title, amount_minor) select id, 1, 'All of it', 1 from o;
insert into public.order_tips (order_id, amount_minor, idempotency_key) select id, 1, gen_random_uuid() from o;
insert into public.showings (order_id, asked_at) select id, now() from o;
insert into public.dispute_statements (order_id, author_id, kind, body) select id, brand_id, 'evidence', 'See this.' from o;
select tests.judge();
insert into public.rulings (order_id, instance, ruled_by, creator_share_minor, category, clause, note)
select id, 'first', tests.judge(), 1, 'other', 'other', 'So be it.' from o;
-- Each side wrote a review; the brand's shows, the creator's does not.
insert into public.reviews (order_id, author_id, subject_id, rating, reveals_at, visible_at)
select id, kol_id, brand_id, 3, now(), null from o union all select id, brand_id, kol_id, 4, now(), now() from o;
insert into public.invites (code, issuer_id) select 'INVITE-' || pair || n || side, case side when 'A' then brand_id else kol_id end
from o, unnest(array['A', 'B']) as side;
update public.referrals r set inviter_id = case p.role when 'kol' then tests.id('bob') else tests.id('dan') end
from public.profiles p where p.id = r.invitee_id and p.id in (tests.id('ann'), tests.id('bob'), tests.id('cyd'));
select tests.make_pack(kol_id) from o;
insert into public.payments (provider, provider_ref, payer_id, amount_minor, currency) select 'sandbox', id, brand_id, 1, 'USD' from o;
insert into public.payouts (profile_id, amount_minor, currency, method, method_id, idempotency_key)
select kol_id, 1, 'USD', 'bank', gen_random_uuid(), gen_random_uuid() from o;
insert into private.payout_accounts (profile_id, provider, account_ref) select distinct kol_id, 'sandbox', left(md5(kol_id::text), 20) from o;
insert into private.payout_methods (profile_id, kind, holder, account)
select distinct on (pair, place) kol_id, 'iban', 'Kim', account
from o, unnest(array['DE89370400440532013000', 'GB33BUKB20201555555555']) with ordinality as a (account, place) where place <= pair;
insert into private.holds (order_id, profile_id, currency, amount_minor, fees_minor, due_at) select id, kol_id, 'USD', 1, 1, now() from o;
insert into public.conversations (member_a, member_b, opened_by) select distinct least(brand_id, kol_id), greatest(brand_id, kol_id), brand_id from o;
insert into public.messages (conversation_id, sender_id, receiver_id, content)
select c.id, brand_id, kol_id, 'Hello' from o join public.conversations c on c.opened_by = o.brand_id;
insert into public.message_reports (message_id, reporter_id, sender_id, content, reason)
select m.id, m.receiver_id, m.sender_id, m.content, 'rude' from public.messages m;
insert into public.member_blocks (blocker_id, blocked_id) select distinct kol_id, brand_id from o
union select tests.id('dan'), tests.id('ann') union select tests.id('cyd'), tests.id('bob');
delete from public.notifications;
delete from private.email_outbox;
insert into public.notifications (user_id, type, title, message) select tests.user_id(m), 'order_update', 'x', 'y' from o, unnest(array[brand_id, kol_id]) as m;
insert into public.email_preferences (profile_id, type, mode)
select m, type, 'off' from pairs, unnest(array[tests.id(brand), tests.id(kol)]) as m, unnest((array['order_update', 'dispute_update'])[1:times]) as type;
delete from private.email_outbox;
insert into private.email_outbox (profile_id, template, send_after, created_at) select m, 'order_update', now(), now() from o, unnest(array[brand_id, kol_id]) as m;
insert into public.saved_searches (profile_id, name) select m, n || 'x' from o, unnest(array[brand_id, kol_id]) as m;
insert into public.shortlist (brand_id, creator_id) select distinct brand_id, kol_id from o union select tests.id('cyd'), tests.id('ann');
insert into public.brief_templates (brand_id, name) select brand_id, n || 'x' from o;
insert into public.campaigns (brand_id, title, body, budget_minor, deadline) select brand_id, 'Campaign', 'Text', 100000, now() + interval '7 days' from o;
insert into public.campaign_applications (campaign_id, brand_id, kol_id, title, price_minor, currency, delivery_days, revisions)
select c.id, c.brand_id, o.kol_id, 'x', 10000, 'USD', 3, 2 from public.campaigns c join o on o.brand_id = c.brand_id where o.n = 1;
insert into public.campaign_invitations (campaign_id, brand_id, kol_id)
select c.id, c.brand_id, o.kol_id from public.campaigns c join o on o.brand_id = c.brand_id where o.n = 1;
create function pg_temp.exported(who text) returns text language sql as $$
  select tests.answer(who, $q$ select string_agg(key || ' ' || jsonb_array_length(value), ', ' order by key)
    from jsonb_each(public.export_my_data()) where jsonb_typeof(value) = 'array' and value <> '[]' $q$)
$$;
select is(pg_temp.exported('ann'), 'campaign_applications 1, campaign_invitations 1, conversations 1, dispute_statements 1, email_preferences 1, emails 1, holds 1, invites 1, member_blocks 1, '
  || 'message_reports 1, messages 1, notifications 1, order_deliveries 1, order_events 1, order_milestones 1, order_tips 1, pack_orders 1, packs 1, payout_accounts 1, payout_methods 1, payouts 1, reviews 2, rulings 1, '
  || 'saved_searches 1, sessions 2, settlement_proposals 1, showings 1', 'the export of a creator has every row of theirs once');
select is(pg_temp.exported('bob'), 'brief_templates 1, campaign_applications 1, campaign_invitations 1, campaigns 1, conversations 1, dispute_statements 1, email_preferences 1, emails 1, invites 1, '
  || 'messages 1, notifications 1, order_deliveries 1, order_events 1, order_milestones 1, order_tips 1, pack_orders 1, payments 1, referrals 1, reviews 1, rulings 1, '
  || 'saved_searches 1, sessions 2, settlement_proposals 1, shortlist 1, showings 1', 'the export of a brand has every row of theirs once');
select tests.gets('bob', $$ select public.export_my_data() #>> '{account,email}' $$, 'bob@kolpact.test', 'the export has the e-mail address of the member');
select set_config('request.jwt.claims', jsonb_build_object('sub', gen_random_uuid(), 'role', 'authenticated')::text, true), set_config('role', 'authenticated', true);
select throws_ok('select public.export_my_data()', 'PT403', 'not_allowed', 'a session without a member exports nothing');
