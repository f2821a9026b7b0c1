-- cast: ann kol unapproved, bob brand, sam staff
create function pg_temp.read_by(who text) returns bigint language sql as $$
  select tests.answer(who, 'select count(*) from public.packs')::bigint
$$;
create function pg_temp.offer(who text) returns void language sql as $$
  select tests.by(who, format($q$ insert into public.packs (kol_id, title, price_minor, delivery_days, is_published)
    values (tests.id(%L), 'One thread', 10000, 7, true) $q$, who))
$$;
select throws_ok($$ select pg_temp.offer('bob') $$, 'PT403', 'not_allowed', 'a brand cannot offer a pack');
select tests.make_pack(tests.id('ann'));
select is(pg_temp.read_by('bob'), 0::bigint, 'a pack of a creator who waits for approval is not shown');
update public.profiles set is_approved = true where id = tests.id('ann');
select is(pg_temp.read_by('bob'), 1::bigint, 'a published pack of an approved creator is shown');
select lives_ok($$ select pg_temp.offer('ann') $$, 'an approved creator can offer a pack');
update public.profiles set suspended_at = now() where id = tests.id('ann');
select results_eq('select pg_temp.read_by(who) from unnest(array[$$bob$$, $$sam$$, $$ann$$]) as who', array[0, 2, 2]::bigint[],
  'the packs of a suspended creator are shown to staff and to the creator only');
select throws_ok($$ select pg_temp.offer('ann') $$, '42501', null, 'a suspended creator cannot offer a pack');
select tests.act_as(tests.id('ann'));
select is_empty($$ update public.packs set title = 'Other' returning id $$, 'a suspended creator cannot change a pack');
