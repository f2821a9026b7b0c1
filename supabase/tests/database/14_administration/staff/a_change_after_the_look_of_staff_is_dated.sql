-- cast: ann kol unapproved
select plan(25);
select tests.put_picture(tests.id('ann') || '/new.webp');
select tests.make_staff('sam');
create function pg_temp.state() returns text language sql as $$
  select coalesce((select case when m.changed_since is null then 'as seen' else 'changed ' || (now() - m.changed_since) || ' ago' end
    from public.members m where m.id = tests.id('ann')), 'not shown')
$$;
create function pg_temp.change(what text) returns void language sql as $$
  select tests.by('ann', 'update public.profiles set ' || what || ' where id = tests.id(''ann'')')
$$;
create function pg_temp.look(act text) returns void language sql as $$
  select tests.by('sam', format('select public.%I(f.id, f.shown_hash) from tests.profiles() f where f.id = %L', act, tests.id('ann')))
$$;
select pg_temp.change($$ bio = 'Before.' $$);
select pg_temp.look('approve_profile');
select is(pg_temp.state(), 'as seen', 'a profile that staff have just approved has no date of a change');
select pg_temp.change($$ locale = 'es' $$);
select is(pg_temp.state(), 'as seen', 'a change of what staff are not shown has no date');
update public.profiles set rating = 4.5, review_count = 1 where id = tests.id('ann');
select is(pg_temp.state(), 'as seen', 'a change by reviews has no date');
-- Changes each part of the profile that staff looked at.
select is(tests.answer_after(format('select pg_temp.change(%L)', what), 'select pg_temp.state()'), 'changed 00:00:00 ago', 'a change is dated: ' || what) from unnest(array[$$follower_counts = '{"x": 99999999}'$$, $$bio = 'Official.'$$,
  $$expertise = '{ghost writing}'$$, $$display_name = 'Someone Else'$$, $$language = 'tr'$$, $$platforms = '{youtube}'$$,
  $$categories = '{nft}'$$, $$regions = (private.words('regions'))[1:1]$$, $$profile_image = id || '/new.webp'$$]) as what;
-- The first change sets the date; changing everything back removes it.
select pg_temp.change($$ bio = 'After.' $$);
select tests.unguarded('public.profiles', $$ update public.profiles set changed_since = now() - interval '2 days' where id = tests.id('ann') $$, 'profiles_show_change');
select pg_temp.change($$ bio = 'After all.' $$);
select is(pg_temp.state(), 'changed 2 days ago', 'a second change keeps the date of the first');
select tests.act_as(tests.id('sam'));
select is((select now() - f.changed_since from tests.profiles() f where f.id = tests.id('ann')), interval '2 days', 'staff read the date of the change');
select is((select f.changed_fields from tests.profiles() f where f.id = tests.id('ann')), '{bio}', 'staff read which fields have changed');
select tests.act_as_owner();
select pg_temp.change($$ bio = '', expertise = '{ghost writing}' $$);
select is(private.changed_fields(p), '{bio,expertise}', 'emptied and newly filled fields count as changed, too') from public.profiles p where id = tests.id('ann');
select pg_temp.change($$ bio = 'Before.', expertise = '{}' $$);
select is(pg_temp.state(), 'as seen', 'a change back to what staff saw has no date');
select pg_temp.change($$ bio = 'After.' $$);
select pg_temp.look('approve_profile');
select is(pg_temp.state(), 'as seen', 'another look by staff removes the date of the change');
select is((select count(*) from public.notifications where event = 'profile_approved'), 1::bigint, 'another look by staff sends the member no second approval');
select pg_temp.look('verify_profile');
select pg_temp.change($$ follower_counts = '{"x": 1}' $$);
select is(pg_temp.state(), 'changed 00:00:00 ago', 'a change after the verification is dated');
select is((select is_verified from public.members where id = tests.id('ann')), true, 'a change of followers does not remove the badge');
select pg_temp.look('verify_profile');
select is(pg_temp.state(), 'as seen', 'another look by staff at a verified member removes the date');
select is((select count(*) from public.staff_audit where action in ('approve_profile', 'verify_profile')), 4::bigint, 'each look of staff is recorded');
-- A member who was approved without a review by staff has no date, and a former member's hash is deleted.
select tests.make_member('bob', 'brand');
select tests.by('bob', $$ update public.profiles set bio = 'Other.' where id = tests.id('bob') $$);
select tests.gets('bob', $$ select changed_since from public.members where id = tests.id('bob') $$, null, 'a change of a brand has no date');
select tests.by('ann', $$ select public.delete_my_account() $$);
select is((select array[seen_hashes::text, changed_since::text] from public.profiles where id = tests.id('ann')), array[null, null]::text[], 'a former member keeps neither hash nor date');
