-- cast: ann brand, sam staff
select plan(25);
select tests.act_as(tests.id('ann'));
select throws_ok('select public.' || act, 'PT403', 'not_allowed', 'a member may not ' || act)
from unnest(array[$$reserve_name('Acme')$$, $$release_name('Acme')$$, 'list_reserved_names()', $$lift_ban('a@b.c')$$]) as act;

select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.reserve_name('Q x') $$, 'PT422', 'reserved_name_too_short', 'two letters are no name');
select lives_ok($$ select public.reserve_name(' Qwx ') $$, 'three are');
select public.reserve_name('Zorbix', null), public.reserve_name('Velmora', true);
select results_eq($$ select name, inside_words from public.list_reserved_names() where name in ('Qwx', 'Velmora', 'Zorbix') $$,
  $$ values ('Qwx', false), ('Velmora', true), ('Zorbix', false) $$, 'they are listed');
select public.reserve_name('QWX', true);
select results_eq($$ select name, inside_words from public.list_reserved_names() where lower(name) = 'qwx' $$, $$ values ('QWX', true) $$,
  'what looks the same is the same name');
select results_eq($$ select details ->> 'name', details -> 'inside_words' from public.staff_audit where action = 'reserve_name' and details ->> 'name' ilike 'qwx' order by details ->> 'inside_words' $$,
  $$ values ('Qwx', 'false'::jsonb), ('QWX', 'true') $$, 'each act is written down');
create temporary table known as select count(*) as names from public.list_reserved_names();
select public.release_name('Velmor');
select is((select count(*) from public.list_reserved_names()), (select names from known), 'nothing else is released');
select is_empty($$ select from public.staff_audit where action = 'release_name' $$, 'nor written down');
select public.release_name('Velmora');
select is((select count(*) from public.list_reserved_names()), (select names - 1 from known), 'one is');
select is_empty($$ select from public.list_reserved_names() where name = 'Velmora' $$, 'the one that was named');
select is((select details ->> 'name' from public.staff_audit where action = 'release_name'), 'Velmora', 'and written down');

-- Bans
select tests.act_as_owner();
select tests.make_member(name, 'brand') from unnest(array['bob', 'cyd', 'dan', 'eve', 'friend']) as name;
update public.referrals set inviter_id = tests.id('sam'), invite_id = null where invitee_id = tests.id('friend');
update public.profiles set suspended_at = now() where id in (select tests.id(name) from unnest(array['bob', 'cyd', 'dan', 'friend']) as name);
delete from auth.users where id in (select tests.user_id(tests.id(name)) from unnest(array['bob', 'cyd', 'friend']) as name);
create function pg_temp.banned() returns text language sql security definer as $$
  select string_agg(t.name, ' ' order by t.name) from tests.people t where private.address_is_banned(t.name || '@kolpact.test')
$$;
grant execute on function pg_temp.banned to authenticated;
select tests.act_as(tests.id('sam'));
select is(public.lift_ban('nobody@kolpact.test'), false, 'there is no such ban');
select is(public.lift_ban('dan@kolpact.test'), false, 'the ban of an existing member ends with the suspension');
select is(public.lift_ban('friend@kolpact.test'), false, 'staff cannot lift the ban of a member related to them');
select is(public.lift_ban('eve@kolpact.test'), false, 'there is no ban to lift');
select is_empty($$ select from public.staff_audit where action = 'lift_ban' $$, 'nothing was done');
select is(pg_temp.banned(), 'bob cyd dan friend', 'and all are banned still');
select is(public.lift_ban('BOB@kolpact.test'), true, 'one ban is lifted');
select is(pg_temp.banned(), 'cyd dan friend', 'that one');
select results_eq($$ select subject_id, details from public.staff_audit where action = 'lift_ban' $$,
  $$ values (tests.id('bob'), '{"bans": 1}'::jsonb) $$, 'and written down');
select is(public.lift_ban('bob@kolpact.test'), false, 'once');
select is((select count(*) from public.staff_audit where action = 'lift_ban'), 1::bigint, 'in the record too');
