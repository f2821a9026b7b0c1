-- cast: ann kol, bob brand
create function pg_temp.suits(filters jsonb) returns boolean language sql as $$
  select public.matches_my_profile(row(c.*)::public.campaigns)
  from jsonb_populate_record(null::public.campaigns, jsonb_build_object('filters', filters)) as c
$$;
grant execute on function pg_temp.suits to authenticated;
select tests.act_as(tests.id('ann'));
select is(pg_temp.suits('{}'), true, 'a campaign without filters looks for every creator');
select is(pg_temp.suits('{"platforms": ["x"], "categories": ["defi"]}'), true, 'what the creator has');
select is(pg_temp.suits('{"platforms": ["youtube"]}'), false, 'what they do not have');
select is(pg_temp.suits('{"rating": 4}'), false, 'a rating that they do not have yet');
select is(pg_temp.suits('{"maxPrice": 10000}'), false, 'a price, who offers nothing');
select tests.act_as_owner();
select tests.make_pack(tests.id('ann'), 10000);
select tests.act_as(tests.id('ann'));
select is(pg_temp.suits('{"maxPrice": 10000, "maxDeliveryDays": 7}'), true, 'a price and a time that they offer');
select tests.act_as(tests.id('bob'));
select is(pg_temp.suits('{}'), null, 'a brand is no creator');
