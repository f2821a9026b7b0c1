-- cast: dee brand, dee2 brand, ben brand, ann kol, sam staff
select tests.make_invitee('kin', 'brand', tests.id('sam'));
select private.join_people(tests.id('dee'), tests.id('dee2'), 'inbox');
insert into private.person_pairs (profile_id, other_id, kind) select tests.id('ben'), tests.id(name), 'card' from unnest('{dee,kin}'::text[]) as name;
select tests.make_order(tests.id('dee'), tests.id('ann'), 'completed', 30000);
create function pg_temp.held(name text) returns text language sql as $$
  select tests.act_as(tests.id('sam'));
  select concat_ws(' ', h -> 'debts', jsonb_path_query_array(h, '$.chargebacks[*].number'), jsonb_path_query_array(h, '$.frozen_for[*].name'))
  from (select public.read_member(tests.id(held.name), 'They ask.') -> 'held' as h) as m
$$;
create function pg_temp.report(outcome text) returns void language sql security definer as $$
  select private.record_provider_dispute('sandbox', p.provider_ref, 'd', outcome, 30000, 'USD') from public.payments p
$$;
select is(pg_temp.held('dee'), '[] [] []', 'a person without a chargeback owes nothing');
select pg_temp.report('opened');
select matches(pg_temp.held('dee'), '^\[{"currency": "USD", "owed_minor": 30000}\] \["K-\w+"\] \[\]$',
  'staff read how much a person owes, and for which order');
select matches(pg_temp.held('dee2'), '^\[{"currency": "USD", "owed_minor": 30000}\] \["K-\w+"\] \["Dee"\]$',
  'another account of the person shows the same debt, and for which account it is frozen');
select tests.act_as_owner();
select tests.freeze('kin');
select is(pg_temp.held('ben'), '[] [] ["Dee"]', 'a member who is frozen for another one owes nothing, and a member whom the reader invited is not named');
select pg_temp.report('won');
select is(pg_temp.held('dee'), '[] [] []', 'a dispute that was won is no debt');
