-- cast: bob brand, ann kol
select plan(28);
select tests.lift_limits();
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
create function pg_temp.offer(given jsonb) returns public.offers language sql as $$
  select public.make_offer(current_setting('tests.conversation')::uuid, o.title, o.scope, o.price_minor, o.currency, o.delivery_days,
    o.revisions, gen_random_uuid(), o.milestones, o.expires_at)
  from jsonb_populate_record(null::public.offers, '{"title": "Two threads", "scope": "Both.", "price_minor": 20000, "currency": "USD",
    "delivery_days": 5, "revisions": 1, "milestones": []}'::jsonb || given) as o
$$;
create function pg_temp.part(amount jsonb, title text default 'Part') returns jsonb language sql as $$
  select jsonb_build_object('title', title, 'amount_minor', amount)
$$;
select throws_ok(format('select pg_temp.offer(%L)', given), code, case when code = '23514' then format('new row for relation "offers" violates check constraint "offers_%s"', name) else name end, 'an offer is refused with: ' || given)
from (values
  ('{"title": "Hi"}', '23514', 'title_length'),
  ('{"title": "Two\nthreads"}', '23514', 'title_printable'),
  ('{"scope": "  "}', '23514', 'scope_length'),
  ('{"price_minor": 0}', '23514', 'price_positive'),
  ('{"price_minor": 499}', 'PT422', 'price_too_low'),
  ('{"price_minor": 100000001}', 'PT422', 'price_too_high'),
  ('{"price_minor": 1000000000000001}', '23514', 'price_within_limit'),
  ('{"delivery_days": 0}', '23514', 'delivery_days_in_range'),
  ('{"delivery_days": 91}', '23514', 'delivery_days_in_range'),
  ('{"revisions": -1}', '23514', 'revisions_in_range'),
  ('{"revisions": 11}', '23514', 'revisions_in_range'),
  ('{"milestones": {}}', '23514', 'milestones_at_most_five'),
  ('{"milestones": [1]}', '23514', 'milestones_well_formed'),
  ('{"milestones": [{"title": "Part"}]}', '23514', 'milestones_well_formed'),
  ('{"milestones": [{"title": "", "amount_minor": 20000}]}', '23514', 'milestones_well_formed'),
  ('{"milestones": [{"title": "Part", "amount_minor": "20000"}]}', '23514', 'milestones_well_formed'),
  ('{"milestones": [{"title": "Part", "amount_minor": 20000, "more": 1}]}', '23514', 'milestones_well_formed'),
  ('{"milestones": [{"title": "Part", "amount_minor": 20000.5}]}', '23514', 'milestones_well_formed'),
  ('{"milestones": [{"title": "A", "amount_minor": 19999}, {"title": "B", "amount_minor": 2}]}', '23514', 'milestones_add_up'),
  ('{"milestones": [{"title": "A", "amount_minor": 20000}, {"title": "B", "amount_minor": 0}]}', '23514', 'milestones_well_formed'),
  ('{"price_minor": 30000000, "currency": "USDC", "milestones": [{"title": "A", "amount_minor": 10000001}, {"title": "B", "amount_minor": 19999999}]}', 'PT422', 'amount_not_in_steps'),
  (jsonb_build_object('expires_at', now())::text, 'PT422', 'offer_expiry_out_of_range'),
  (jsonb_build_object('expires_at', now() + interval '30 days 1 second')::text, 'PT422', 'offer_expiry_out_of_range')
) as wrong (given, code, name);
select throws_ok(format('select pg_temp.offer(%L)', jsonb_build_object('price_minor', 6000, 'milestones', tests.milestones('{1000,1000,1000,1000,1000,1000}'))),
  '23514', 'new row for relation "offers" violates check constraint "offers_milestones_at_most_five"', 'an offer cannot have six milestones');
select lives_ok(format('select pg_temp.offer(%L)', jsonb_build_object('price_minor', 5000, 'milestones', tests.milestones('{1,1,1,1,4996}'))), 'an offer may have five milestones');
select throws_ok($$ select pg_temp.offer('{"currency": "XXX"}') $$, '23503', null, 'an offer cannot have an unknown currency');
select lives_ok(format('select pg_temp.offer(%L)', jsonb_build_object('expires_at', now() + interval '30 days')), 'an offer may last 30 days');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('bob');
select tests.refused('bob', format('select pg_temp.offer(%L)', jsonb_build_object('expires_at', now())), 'PT403', 'cannot_transact', 'an offer of a suspended member is refused before it is checked');
