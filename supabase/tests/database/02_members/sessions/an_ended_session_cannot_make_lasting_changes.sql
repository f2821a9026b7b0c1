-- Acts that cannot be undone are refused to a token whose session has ended (private.lock_order and others).
-- cast: brand brand, kol kol, banned kol
select plan(58);
update public.profiles set suspended_at = now() where id = tests.id('banned');
create temporary table ids (name text primary key, id uuid not null);
insert into ids values
  ('pack', tests.make_pack(tests.id('kol'))),
  ('unpaid', tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment')),
  ('funded', tests.make_order(tests.id('brand'), tests.id('kol'), 'funded')),
  ('in_progress', tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress')),
  ('delivered', tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered')),
  ('disputed', tests.make_order(tests.id('brand'), tests.id('kol'), 'disputed')),
  ('completed', tests.make_order(tests.id('brand'), tests.id('kol'), 'completed')),
  ('cancelled', tests.make_order(tests.id('brand'), tests.id('kol'), 'cancelled'));
insert into ids select 'payment', p.id from public.payments p where p.order_id = (select id from ids where name = 'cancelled');
insert into ids select 'session ' || who, tests.session_id(tests.user_id(tests.id(who)), 'aal2') from unnest(array['brand', 'kol']) as who;
select tests.by('brand', $$ insert into public.campaigns (brand_id, title, body, budget_minor, currency, filters, deadline)
values (tests.id('brand'), 'Launch', 'We look for writers.', 100000, 'USD', '{}', now() + interval '7 days') $$);
insert into ids select 'campaign', id from public.campaigns;
create function pg_temp.id(name text) returns uuid language sql as $$ select i.id from ids i where i.name = $1 $$;
create temporary table acts (place int generated always as identity, who text, act text);
select tests.by('brand', $$ select public.publish_campaign(pg_temp.id('campaign')) $$);
select tests.by('kol', $$ select public.apply_to_campaign(pg_temp.id('campaign'), pg_temp.id('pack'), null, 'I would like to.', null) $$);
select tests.by('kol', $$ select public.get_or_create_conversation(tests.id('brand')) $$);
insert into ids select 'application', id from public.campaign_applications;
insert into ids select 'conversation', id from public.conversations;
insert into public.messages (id, conversation_id, sender_id, content) select md5('rude')::uuid, id, tests.id('brand'), 'Rude.' from public.conversations;
insert into ids values ('message', md5('rude')::uuid);
insert into ids select 'offer', tests.make_offer(tests.id('brand'), tests.id('kol'));
insert into acts (who, act)
select who, 'select public.' || format(call, format('pg_temp.id(%L)', name)) from (values
  ('brand', 'application', array['decline_application(%s)', 'accept_application(%s, gen_random_uuid())']),
  ('kol', 'application', array['withdraw_application(%s)']),
  ('brand', 'campaign', array['close_campaign(%s)']),
  ('brand', 'pack', array[$$place_order(%s, 'Please.', gen_random_uuid())$$]),
  ('brand', 'unpaid', array['start_checkout(%s)', 'pay_from_wallet(%s)']),
  ('brand', 'payment', array[$$request_refunds(100, 'USD', gen_random_uuid())$$]),
  ('brand', 'funded', array['cancel_order(%s)']),
  ('kol', 'funded', array[$$decline_order(%s, 'No.')$$, 'accept_order(%s)']),
  ('kol', 'in_progress', array[$$deliver_order(%s, 'Done.', array['https://example.com'])$$]),
  ('brand', 'in_progress', array['withdraw_cancellation(%s)', $$open_dispute(%s, 'Bad.')$$]),
  ('brand', 'disputed', array['propose_settlement(%s, 0)', 'accept_settlement(%s, 0)', $$give_evidence(%s, 'Look.')$$, $$answer_dispute(%s, 'No.')$$]),
  ('brand', 'delivered', array[$$request_revision(%s, 'Again.')$$, 'extend_review(%s)', 'complete_order(%s)']),
  ('brand', 'completed', array[$$tip_order(%s, 100, 'Thanks.', gen_random_uuid())$$, $$review_order(%s, 1, 'Bad.')$$, 'allow_to_show_work(%s)']),
  ('kol', 'completed', array['ask_to_show_work(%s)']),
  ('kol', 'offer', array['decline_offer(%s)']),
  ('kol', 'message', array[$$report_message(%s, 'Rude')$$]),
  ('kol', 'session kol', array['end_session(%s)'])
) as calls_on (who, name, calls), unnest(calls) as call;
insert into acts (who, act) values
  ('brand', $$ select public.block_member(tests.id('kol')) $$),
  ('brand', $$ select public.unblock_member(tests.id('kol')) $$),
  ('brand', $$ select public.renew_calendar() $$),
  ('brand', $$ select public.remove_calendar() $$),
  ('kol', $$ insert into public.messages (conversation_id, sender_id, content)
    values (pg_temp.id('conversation'), tests.id('kol'), 'Send money.') $$),
  ('kol', $$ update public.profiles set bio = 'Send money.' where id = tests.id('kol') $$),
  ('kol', $$ insert into public.packs (kol_id, title, price_minor, delivery_days) values (tests.id('kol'), 'Two threads', 10000, 7) $$),
  ('kol', $$ update public.packs set description = 'Less.' $$),
  ('brand', $$ insert into public.saved_searches (name, filters) values ('All', '{}') $$),
  ('brand', $$ update public.saved_searches set name = 'None' $$),
  ('brand', $$ delete from public.saved_searches $$),
  ('brand', $$ insert into public.campaigns (title, body, budget_minor, deadline) values ('Second', 'x', 100000, now() + interval '7 days') $$),
  ('brand', $$ delete from public.campaigns where status = 'draft' $$),
  ('banned', $$ select public.appeal_suspension('It was not me.') $$),
  ('kol', $$ select public.export_my_data() $$),
  ('kol', $$ select public.delete_my_account() $$);
create function pg_temp.refusal_as(who text, act text) returns text language sql as $$
  select tests.answer(who, format('select tests.refusal(%L)', act))
$$;
-- While the session is open each act succeeds, or is refused for a reason of its own.
select is(pg_temp.refusal_as(who, act), null, 'an open session can ' || btrim(act)) from acts
where act ~ 'public.profiles|public.packs|public.saved_searches|(into|from) public.campaigns|decline_application|complete_order|messages|end_session|export|request_refund' order by place;
delete from auth.sessions s where s.aal = 'aal1';
select is(pg_temp.refusal_as(who, act), 'session_ended', 'an ended session cannot ' || btrim(act)) from acts order by place;
