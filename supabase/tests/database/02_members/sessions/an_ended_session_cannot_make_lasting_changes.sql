-- Acts that cannot be undone are refused to a token whose session has ended (private.lock_order and others).
-- cast: brand brand, kol kol, banned kol
select plan(52);
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
select tests.act_as(tests.id('brand'));
insert into public.campaigns (brand_id, title, body, budget_minor, currency, filters, deadline)
values (tests.id('brand'), 'Launch', 'We look for writers.', 100000, 'USD', '{}', now() + interval '7 days');
select tests.act_as_owner();
insert into ids select 'campaign', id from public.campaigns;
grant select on ids to authenticated;
create function pg_temp.id(name text) returns uuid language sql as $$ select i.id from ids i where i.name = $1 $$;
grant execute on function pg_temp.id to authenticated;
create temporary table acts (place int generated always as identity, who text, act text);
select tests.act_as(tests.id('brand'));
select public.publish_campaign(pg_temp.id('campaign'));
select tests.act_as(tests.id('kol'));
select public.apply_to_campaign(pg_temp.id('campaign'), pg_temp.id('pack'), null, 'I would like to.', null);
select public.get_or_create_conversation(tests.id('brand'));
select tests.act_as_owner();
insert into ids select 'application', id from public.campaign_applications;
insert into ids select 'conversation', id from public.conversations;
insert into ids select 'offer', tests.make_offer(tests.id('brand'), tests.id('kol'));
insert into acts (who, act) values
  ('brand', $$ select public.decline_application(pg_temp.id('application')) $$),
  ('brand', $$ select public.accept_application(pg_temp.id('application'), gen_random_uuid()) $$),
  ('kol', $$ select public.withdraw_application(pg_temp.id('application')) $$),
  ('brand', $$ select public.close_campaign(pg_temp.id('campaign')) $$),
  ('brand', $$ select public.place_order(pg_temp.id('pack'), 'Please.', gen_random_uuid()) $$),
  ('brand', $$ select public.start_checkout(pg_temp.id('unpaid')) $$),
  ('brand', $$ select public.pay_from_wallet(pg_temp.id('unpaid')) $$),
  ('brand', $$ select public.request_refund(pg_temp.id('payment'), 100, gen_random_uuid()) $$),
  ('brand', $$ select public.cancel_order(pg_temp.id('funded')) $$),
  ('kol', $$ select public.decline_order(pg_temp.id('funded'), 'No.') $$),
  ('kol', $$ select public.accept_order(pg_temp.id('funded')) $$),
  ('kol', $$ select public.deliver_order(pg_temp.id('in_progress'), 'Done.', array['https://example.com']) $$),
  ('brand', $$ select public.open_dispute(pg_temp.id('in_progress'), 'Bad.') $$),
  ('brand', $$ select public.propose_settlement(pg_temp.id('disputed'), 0) $$),
  ('brand', $$ select public.accept_settlement(pg_temp.id('disputed'), 0) $$),
  ('brand', $$ select public.give_evidence(pg_temp.id('disputed'), 'Look.') $$),
  ('brand', $$ select public.answer_dispute(pg_temp.id('disputed'), 'No.') $$),
  ('brand', $$ select public.request_revision(pg_temp.id('delivered'), 'Again.') $$),
  ('brand', $$ select public.extend_review(pg_temp.id('delivered')) $$),
  ('brand', $$ select public.complete_order(pg_temp.id('delivered')) $$),
  ('brand', $$ select public.tip_order(pg_temp.id('completed'), 100, 'Thanks.', gen_random_uuid()) $$),
  ('brand', $$ select public.renew_calendar() $$),
  ('brand', $$ select public.remove_calendar() $$),
  ('brand', $$ select public.review_order(pg_temp.id('completed'), 1, 'Bad.') $$),
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
  ('kol', $$ select public.decline_offer(pg_temp.id('offer')) $$),
  ('banned', $$ select public.appeal_suspension('It was not me.') $$),
  ('kol', $$ select public.end_session(pg_temp.id('session kol')) $$),
  ('kol', $$ select public.export_my_data() $$),
  ('kol', $$ select public.delete_my_account() $$);
-- Nothing of it stays.
create function pg_temp.refusal(act text) returns text language plpgsql as $$
begin
  execute refusal.act;
  raise sqlstate 'KP002';
exception when sqlstate 'KP002' then
  return null;
when others then
  return sqlerrm;
end;
$$;
create function pg_temp.refusal_as(who text, act text) returns text language plpgsql as $$
declare
  v_refusal text;
begin
  perform tests.act_as(tests.id(who));
  v_refusal := pg_temp.refusal(act);
  perform tests.act_as_owner();
  return v_refusal;
end;
$$;
grant execute on function pg_temp.refusal to authenticated;
-- While the session is open each is done, or refused for what it is about.
select is(pg_temp.refusal_as(who, act), null, 'an open session: ' || btrim(act)) from acts
where act ~ 'public.profiles|public.packs|public.saved_searches|(into|from) public.campaigns|decline_application|complete_order|messages|end_session|export|request_refund' order by place;
delete from auth.sessions s where s.aal = 'aal1';
select is(pg_temp.refusal_as(who, act), 'session_ended', 'an ended one: ' || btrim(act)) from acts order by place;
