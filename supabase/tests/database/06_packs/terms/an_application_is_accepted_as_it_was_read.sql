-- cast: bob brand, ann kol, ben kol, kim kol
select tests.make_pack(tests.id('kim'));
select tests.by('bob', $$ insert into public.campaigns (title, body, budget_minor, creators_sought, deadline) values ('Launch', 'Tell it.', 1000000, 3, now() + interval '7 days') $$);
select tests.by('bob', 'select public.publish_campaign(id) from public.campaigns');
select tests.act_as(tests.id('ann'));
select set_config('tests.application', a.id::text, true), set_config('tests.seen', a.terms_hash, true)
from public.campaigns c, public.apply_to_campaign(c.id, price_minor => 8000, note => 'With a video.') as a;
select public.withdraw_application(current_setting('tests.application')::uuid);
select is((public.apply_to_campaign(id, price_minor => 1000000, note => 'Text only.')).id, current_setting('tests.application')::uuid,
  'an application that is sent again keeps its id') from public.campaigns;
create function pg_temp.accept(terms text, key uuid default gen_random_uuid()) returns public.pack_orders language sql as $$
  select public.accept_application(current_setting('tests.application')::uuid, key, terms)
$$;
select tests.act_as(tests.id('bob'));
select throws_ok($$ select pg_temp.accept(current_setting('tests.seen')) $$, 'PT409', 'terms_changed', 'a brand that read other terms cannot accept the application');
select throws_ok($$ select pg_temp.accept(null) $$, 'PT409', 'terms_changed', 'a brand that names no terms cannot accept a changed application');
select results_eq($$ select d -> 'seen' -> 'price_minor', d -> 'now' -> 'price_minor', d -> 'seen' ->> 'description', d -> 'now' ->> 'description'
  from tests.detail_of('select pg_temp.accept(null)') as d $$,
  $$ values ('8000'::jsonb, '1000000'::jsonb, 'With a video.', 'Text only.') $$, 'the refusal shows the terms that were read and the present ones');
select results_eq($$ select o.price_minor, o.application_id, o.terms_hash from pg_temp.accept((select terms_hash from public.campaign_applications),
  '00000000-0000-4000-8000-000000000001') as o $$,
  $$ select 1000000::bigint, id, terms_hash from public.campaign_applications $$, 'a brand that names the present terms accepts the application');
select tests.by('ben', $$ select set_config('tests.application', (public.apply_to_campaign(id, price_minor => 9000)).id::text, true) from public.campaigns $$);
select tests.refused('bob', $$ select pg_temp.accept(null, '00000000-0000-4000-8000-000000000001') $$, 'PT409', 'idempotency_key_reused',
  'an idempotency key of one application does not accept another');
select tests.gets('bob', $$ select status from public.campaign_applications where kol_id = tests.id('ben') $$, 'sent', 'an application whose acceptance was refused waits for its answer');
select tests.gets('bob', 'select (pg_temp.accept(null)).price_minor', '9000', 'a brand need not name the terms of an application that never changed');
update public.packs set deliverables = '{One video}', stay_up_days = 30;
select tests.by('kim', $$ select set_config('tests.application', (public.apply_to_campaign(c.id, pack_id => p.id)).id::text, true)
from public.campaigns c, public.packs p $$);
update public.packs set deliverables = '{}', stay_up_days = null;
select tests.gets('bob', $$ select (pg_temp.accept(null)).terms -> 'deliverables' $$, '["One video"]', 'an order has what the pack promised when the creator applied');
