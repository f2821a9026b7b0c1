-- cast: sam staff, ann kol
create function pg_temp.names(term text) returns table (name text, inside_words boolean) language sql as $$
  select i ->> 'name', (i ->> 'inside_words')::boolean
  from jsonb_array_elements(public.staff_list('names', jsonb_build_object('term', term), null, 1000) -> 'rows') as i $$;
select tests.act_as(tests.id('sam'));
select throws_ok($$ select public.reserve_name('Q x') $$, 'PT422', 'reserved_name_too_short', 'a name of two letters cannot be reserved');
select lives_ok($$ select public.reserve_name(' Qwx ') $$, 'a name of three letters can be reserved');
select public.reserve_name('Zorbix', null), public.reserve_name('Velmora', true);
select bag_eq($$ select * from pg_temp.names('or') where name in ('Velmora', 'Zorbix', 'moderator') $$,
  $$ values ('Velmora', true), ('Zorbix', false), ('moderator', false) $$, 'staff find reserved names by their letters');
select is((public.staff_list('names', '{"term": "qwx"}') #>> '{rows,0,is_fixed}'), 'false', 'a name that staff reserved can be released');
select results_eq($$ select name from pg_temp.names('') offset 3 limit 2 $$, array['admin', 'administrador'], 'the names of the market come after those of staff, each in alphabetical order');
select public.reserve_name('QWX', true);
select results_eq($$ select * from pg_temp.names('qwx') $$, $$ values ('QWX', true) $$, 'a name that looks the same replaces the reserved one');
select results_eq($$ select details ->> 'name', details -> 'inside_words' from public.staff_audit where action = 'reserve_name' and details ->> 'name' ilike 'qwx' order by details ->> 'inside_words' $$,
  $$ values ('Qwx', 'false'::jsonb), ('QWX', 'true') $$, 'each reservation is recorded');
create temporary table known as select count(*) as names from pg_temp.names('');
select public.release_name('Velmor');
select is((select count(*) from pg_temp.names('')), (select names from known), 'the release of an unknown name releases nothing');
select is_empty($$ select from public.staff_audit where action = 'release_name' $$, 'the release of an unknown name is not recorded');
select public.release_name('Velmora');
select is((select count(*) from pg_temp.names('')), (select names - 1 from known), 'a release removes one name');
select is_empty($$ select from pg_temp.names('velmora') $$, 'a released name is not reserved');
select is((select details ->> 'name' from public.staff_audit where action = 'release_name'), 'Velmora', 'a release is recorded');
select tests.by('sam', $$ select public.release_name('Kolpact'), public.reserve_name('Kolpact', false) $$);
select tests.finds('sam', $$ select * from pg_temp.names('kolpact') $$, $$ values ('Kolpact', true) $$,
  'staff neither release a name of the market itself nor reserve less of it');

-- Tests bans of deleted members.
select tests.make_member(name, 'brand') from unnest(array['bob', 'cyd', 'dan', 'eve', 'friend']) as name;
update public.referrals set inviter_id = tests.id('sam'), invite_id = null where invitee_id = tests.id('friend');
update public.profiles set suspended_at = now() where id in (select tests.id(name) from unnest(array['bob', 'cyd', 'dan', 'friend']) as name);
delete from auth.users where id in (select tests.user_id(tests.id(name)) from unnest(array['bob', 'cyd', 'friend']) as name);
create function pg_temp.banned() returns text language sql security definer as $$
  select string_agg(t.name, ' ' order by t.name) from tests.people t where private.address_is_banned(t.name || '@kolpact.test')
$$;
select tests.act_as(tests.id('sam'));
select is(public.lift_ban('nobody@kolpact.test'), false, 'the ban of an unknown address cannot be lifted');
select is(public.lift_ban('dan@kolpact.test'), false, 'the ban of a suspended member who has not left cannot be lifted alone');
select is(public.lift_ban('friend@kolpact.test'), false, 'staff cannot lift the ban of a member related to them');
select is(public.lift_ban('eve@kolpact.test'), false, 'the ban of a member without a ban cannot be lifted');
select is_empty($$ select from public.staff_audit where action = 'lift_ban' $$, 'a ban that was not lifted is not recorded');
select is(pg_temp.banned(), 'bob cyd dan friend', 'a ban that was not lifted stays');
select is(public.lift_ban('BOB@kolpact.test'), true, 'staff lift the ban of a former member');
select is(pg_temp.banned(), 'cyd dan friend', 'lifting one ban does not lift others');
select results_eq($$ select subject_id, details from public.staff_audit where action = 'lift_ban' $$,
  $$ values (tests.id('bob'), '{"bans": 1}'::jsonb) $$, 'a lifted ban is recorded');
select is(public.lift_ban('bob@kolpact.test'), false, 'a ban cannot be lifted twice');
select is((select count(*) from public.staff_audit where action = 'lift_ban'), 1::bigint, 'a lifted ban is recorded once');
