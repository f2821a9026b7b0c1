-- cast: sam staff
select plan(15);
-- The rows alone are enough, and quick.
alter table public.profiles disable trigger user;
insert into public.profiles (role, display_name, language, onboarded_at, created_at, updated_at, verification_pending, is_approved, suspended_at)
select 'brand', kind || ' ' || n, 'en', now() - make_interval(mins => n), now() + make_interval(mins => n), now() - make_interval(mins => n),
  kind like 'changed%', kind like 'changed%', case when kind like '%suspended' then now() end
from (values ('waiting', 201), ('changed', 201), ('waiting suspended', 1), ('changed suspended', 1)) as k (kind, many), generate_series(1, many) as n;
select tests.act_as(tests.id('sam'));
create temporary table listed as select * from public.waiting_profiles();
select is((select array_agg(left(display_name, -3) order by display_name) from (select display_name from listed limit 2) as first), array['changed ', 'waiting '], 'the queue begins with the members who wait longest');
select is((select count(*) from listed where display_name like 'waiting %'), 200::bigint, 'the queue has at most 200 members who wait for an approval');
select is_empty($$ select from listed where display_name = 'waiting 1' $$, 'the queue leaves out the newest of too many who wait for an approval');
select is((select count(*) from listed where display_name like 'changed %'), 200::bigint, 'the queue has at most 200 members who changed');
select is_empty($$ select from listed where display_name = 'changed 1' $$, 'the queue leaves out the newest of too many who changed');
select is_empty($$ select from listed where suspended_at is not null $$, 'the queue has no suspended member');
select is((select count(*) from public.find_profiles('waiting', n)), wanted::bigint, format('a search of %s profiles returns %s', coalesce(n::text, 'any number of'), wanted))
from (values (0, 1), (2, 2), (101, 100), (null, 30)) as p (n, wanted);
select results_eq($$ select display_name from public.find_profiles('changed 20', 2) $$, array['changed 201', 'changed 200'], 'a search lists the newest profiles first');
select is((select count(*) from public.find_profiles('wait%')), 0::bigint, 'a search takes a percent sign as itself');
select is((select count(*) from public.find_profiles('  WAITING 201 ')), 1::bigint, 'a search ignores spaces and capitals');
select tests.act_as_owner();
delete from public.profiles where display_name like 'waiting%' and display_name not in ('waiting 1', 'waiting 2', 'waiting 3');
delete from public.profiles where display_name like 'changed%';
update public.profiles set rejected_at = now(), rejection_reason = 'No.' where display_name = 'waiting 1';
update public.profiles set is_approved = true where display_name = 'waiting 2';
select tests.act_as(tests.id('sam'));
select results_eq('select display_name from public.waiting_profiles()', array['waiting 3'], 'the queue has no rejected or approved member');
select tests.act_as_owner();
update public.profiles set onboarded_at = null where display_name = 'waiting 3';
select tests.act_as(tests.id('sam'));
select is_empty('select from public.waiting_profiles()', 'the queue has no member without a complete profile');
