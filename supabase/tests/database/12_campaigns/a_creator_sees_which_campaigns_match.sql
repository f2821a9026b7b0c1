-- cast: ann kol, bob brand
create function pg_temp.suits(filters jsonb) returns boolean language sql as $$
  select public.matches_my_profile(row(c.*)::public.campaigns)
  from jsonb_populate_record(null::public.campaigns, jsonb_build_object('filters', filters)) as c
$$;
select tests.act_as(tests.id('ann'));
select is(pg_temp.suits('{}'), true, 'a campaign without filters matches every creator');
select is(pg_temp.suits('{"platforms": ["x"], "categories": ["defi"]}'), true, 'a campaign matches a creator who satisfies its filters');
select is(pg_temp.suits('{"platforms": ["youtube"]}'), false, 'a campaign for another platform does not match');
select is(pg_temp.suits('{"rating": 4}'), false, 'a creator without a rating does not match a minimum');
select is(pg_temp.suits('{"maxPrice": 10000}'), false, 'a creator without packs does not match a maximum price');
select tests.act_as_owner();
select tests.make_pack(tests.id('ann'), 10000);
select tests.gets('ann', $$ select pg_temp.suits('{"maxPrice": 10000, "maxDeliveryDays": 7}') $$, 'true', 'a creator matches by the price and the delivery of a pack');
select tests.gets('bob', $$ select pg_temp.suits('{}') $$, null, 'a brand matches no campaign');
