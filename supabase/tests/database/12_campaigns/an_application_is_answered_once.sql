-- cast: bob brand, ann kol, ben kol
select plan(23);
insert into public.campaigns (brand_id, title, body, budget_minor, deadline, status, published_at)
select tests.id('bob'), status, 'Text', 100000, now() + interval '7 days', 'open', now()
from unnest(array['sent', 'accepted', 'declined', 'withdrawn']) as status;
insert into public.campaign_applications (campaign_id, brand_id, kol_id, title, price_minor, currency, delivery_days, revisions, status, order_id)
select c.id, c.brand_id, tests.id('ann'), c.title, 10000, 'USD', 3, 2, c.title,
  case c.title when 'accepted' then tests.put_order(tests.id('bob'), tests.id('ann'), 'pending_payment') end
from public.campaigns c;
create function pg_temp.try(act text, title text) returns text language plpgsql as $$
declare
  v_status text;
begin
  execute format('select a.status from public.campaign_applications x, public.%I(x.id) a where x.title = %L', act, title) into v_status;
  raise sqlstate 'KP002' using message = 'then ' || v_status;
exception when others then
  return sqlerrm;
end;
$$;
create function pg_temp.accept(title text, key uuid) returns text language plpgsql as $$
begin
  return (select o.status from public.campaign_applications a, public.accept_application(a.id, key, a.terms_hash) o where a.title = accept.title);
exception when others then
  return sqlerrm;
end;
$$;
select tests.act_as(tests.id('ann'));
select is(pg_temp.try('withdraw_application', title), wanted, format('withdrawing an application that is %s returns "%s"', title, wanted)) from (values
  ('sent', 'then withdrawn'), ('withdrawn', 'then withdrawn'), ('accepted', 'application_not_open'), ('declined', 'application_not_open')) as c (title, wanted);
select tests.act_as(tests.id('bob'));
select is(pg_temp.try('decline_application', title), wanted, format('declining an application that is %s returns "%s"', title, wanted)) from (values
  ('sent', 'then declined'), ('declined', 'then declined'), ('accepted', 'application_not_open'), ('withdrawn', 'application_not_open')) as c (title, wanted);
select is(pg_temp.accept(title, gen_random_uuid()), wanted, format('accepting an application that is %s returns "%s"', title, wanted)) from (values
  ('accepted', 'pending_payment'), ('declined', 'application_not_open'), ('withdrawn', 'application_not_open')) as c (title, wanted);
select is(pg_temp.accept('sent', (select idempotency_key from public.pack_orders)), 'idempotency_key_reused', 'an application cannot be accepted with the key of another order');
select is(pg_temp.accept('sent', gen_random_uuid()), 'pending_payment', 'a sent application is accepted with a key of its own');
select is((select count(*) from public.pack_orders), 2::bigint, 'an accepted application adds one order');

-- Declines another version of the application, as when the creator applied again while the brand was reading.
select tests.refused('bob', format($$ select public.decline_application(%L, %L) $$, a.id, repeat('0', 64)), 'PT409', 'terms_changed', 'a brand cannot decline another version of an application than it has read')
from public.campaign_applications a where a.title = 'sent';
-- A creator has one application to each campaign.
select tests.refused('ann', $$ select public.apply_to_campaign(id, price_minor => 1000) from public.campaigns where title = 'declined' $$, 'PT409', 'application_exists', 'a declined creator cannot apply again');
select tests.finds('ann', $$ select a.status, a.price_minor from public.campaigns c, public.apply_to_campaign(c.id, price_minor => 7000) a where c.title = 'withdrawn' $$,
  $$ values ('sent', 7000::bigint) $$, 'a creator who withdrew an application sends it again on new terms');
select tests.gets('ben', $$ select a.title || ' ' || a.status from public.campaigns c, public.apply_to_campaign(c.id, price_minor => 9000) a where c.title = 'withdrawn' $$, 'withdrawn sent',
  'a creator can apply even if another creator withdrew');
select tests.gets('ben', $$ select a.title || ' ' || a.price_minor from public.campaigns c, public.apply_to_campaign(c.id, price_minor => 8000) a where c.title = 'declined' $$, 'declined 8000',
  'a creator can apply even if another creator was declined');
select tests.by('bob', $$ select public.decline_application(id) from public.campaign_applications where kol_id = tests.id('ben') and title = 'declined' $$);
select tests.finds('ben', $$ select event, data ->> 'campaign_title' from public.notifications where event like 'application%' $$,
  $$ values ('application_declined', 'declined') $$, 'the creator is notified of the declined application');

-- Closing a campaign answers its open applications.
delete from public.notifications;
insert into public.campaign_applications (campaign_id, brand_id, kol_id, title, price_minor, currency, delivery_days, revisions)
select c.id, c.brand_id, tests.id('ben'), c.title, 10000, 'USD', 3, 2 from public.campaigns c where c.title in ('sent', 'accepted');
update public.campaign_applications a set status = 'withdrawn', order_id = null where kol_id = tests.id('ann') and title = 'sent';
select private.end_campaign(id) from public.campaigns where title = 'sent';
select results_eq($$ select a.title, a.status from public.campaign_applications a where a.kol_id = tests.id('ben') order by a.title $$,
  $$ values ('accepted', 'sent'), ('declined', 'declined'), ('sent', 'declined'), ('withdrawn', 'sent') $$, 'a campaign that ends declines only its own open applications');
select is((select status from public.campaign_applications where kol_id = tests.id('ann') and title = 'sent'), 'withdrawn', 'a withdrawn application stays withdrawn when its campaign ends');
select results_eq($$ select n.user_id, event, data ->> 'campaign_title' from public.notifications n $$,
  $$ values (tests.user_id(tests.id('ben')), 'application_declined', 'sent') $$, 'a campaign that ends notifies the creators it declines');
