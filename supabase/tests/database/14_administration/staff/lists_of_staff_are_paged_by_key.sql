-- cast: sam staff, bob brand
-- Inserts profiles without accounts, which suffice for lists and are made quickly.
select tests.unguarded('public.profiles', $$ insert into public.profiles (role, display_name, language, onboarded_at, created_at, updated_at, verification_pending, is_approved, suspended_at)
select 'brand', kind || ' ' || n, 'en', now() - make_interval(mins => n), now() + make_interval(mins => n), now() - make_interval(mins => n),
  kind like 'changed%', kind like 'changed%', case when kind like '%suspended' then now() end
from (values ('waiting', 130), ('changed', 130), ('waiting suspended', 1), ('changed suspended', 1)) as k (kind, many), generate_series(1, many) as n $$);

create function pg_temp.pages(list text, search jsonb, page_size int) returns table (page int, item jsonb) language plpgsql as $$
declare
  v_after jsonb;
  v_page jsonb;
begin
  for n in 1 .. 100 loop
    v_page := public.staff_list(list, search, v_after, page_size);
    return query select n, i from jsonb_array_elements(v_page -> 'rows') as i;
    v_after := v_page -> 'next';
    exit when v_after = 'null';
  end loop;
end;
$$;

select tests.act_as(tests.id('sam'));
create temporary table listed as select row_number() over () as n, page, item ->> 'display_name' as name from pg_temp.pages('approvals', '{}', 7);
select is((select array[max(page), count(*), count(distinct name)] from listed), array[38, 260, 260]::bigint[], 'all pages together have every waiting member once');
select is((select array_agg(left(name, -4) order by name) from listed where n <= 2), array['changed', 'waiting'], 'the queue begins with the members who wait longest');
select is_empty($$ select from listed where name like '%suspended%' $$, 'the queue has no suspended member');
select is(public.staff_list('approvals') -> 'total', '260', 'the first page counts the rows of all pages');
select is(public.staff_list('approvals', '{"term": "waiting 12"}') -> 'total', '12', 'a search is counted over all rows');
select is(public.staff_list('approvals', '{}', public.staff_list('approvals') -> 'next') -> 'total', 'null', 'a later page is not counted again');
select is(jsonb_array_length(public.staff_list('members', '{}', null, n) -> 'rows'), wanted, format('a page of %s rows has %s', coalesce(n::text, 'an unstated number of'), wanted))
from (values (0, 1), (2, 2), (5000, 264), (null, 30)) as p (n, wanted);
select results_eq($$ select display_name from tests.profiles('changed 13') $$, array['changed 130', 'changed 113', 'changed 13'], 'a search lists the newest members first');
select is((select count(*) from tests.profiles('wait%')), 0::bigint, 'a search takes a percent sign as itself');
select is((select count(*) from tests.profiles('  WAITING   129 ')), 1::bigint, 'a search ignores spaces and capitals');
select results_eq($$ select display_name from tests.profiles('BOB@kolpact.test') $$, array['Bob'], 'a member is found by a whole e-mail address');
select is_empty($$ select from tests.profiles('@kolpact.test') $$, 'nobody is found by a part of an e-mail address');
select results_eq($$ select display_name from tests.profiles('https://kolpact.test/' || tests.id('bob') || '/') $$, array['Bob'], 'a member is found by the id in an address');
select is((public.staff_list('members', jsonb_build_object('kind', state)) ->> 'total')::int, wanted, format('the list of members has %s of the state %s', wanted, state))
from (values ('suspended', 2), ('waits', 130), ('on_market', 132), ('frozen', 0)) as s (state, wanted);
select tests.refused('sam', $$ select public.staff_list('secrets') $$, 'PT422', 'invalid_body', 'a list that does not exist is refused');
select tests.refused('sam', $$ select public.staff_list('audit', jsonb_build_object('term', repeat('a ', 60))) $$, 'PT422', 'filter_term_too_long', 'a search term that is too long is refused');
select tests.refused('bob', $$ select public.staff_list('members') $$, 'PT403', 'not_allowed', 'members read no list of staff');

delete from public.profiles where display_name like 'waiting%' and display_name not in ('waiting 1', 'waiting 2', 'waiting 3');
delete from public.profiles where display_name like 'changed%';
update public.profiles set rejected_at = now(), rejection_reason = 'No.' where display_name = 'waiting 1';
update public.profiles set is_approved = true where display_name = 'waiting 2';
select tests.finds('sam', $$ select display_name from tests.profiles(list => 'approvals') $$, $$ values ('waiting 3') $$, 'the queue has no rejected or approved member');
select tests.unguarded('public.profiles', $$ update public.profiles set onboarded_at = null where display_name = 'waiting 3' $$);
select tests.gets('sam', $$ select count(*) from tests.profiles(list => 'approvals') $$, '0', 'the queue has no member without a complete profile');

select tests.unguarded('public.profiles', $$ insert into public.profiles (role, display_name, language) select 'brand', 'Crowd ' || n, 'en' from generate_series(1, 1100) as n $$);
select tests.act_as(tests.id('sam'));
select is(public.staff_list('members', search) - 'rows' - 'next', jsonb_build_object('total', total, 'counted_most', most), format('%s of %s are counted', total, search))
from (values ('{"term": "crowd"}'::jsonb, 1001, 1000), ('{"term": "crowd 1100"}', 1, 1000), ('{"kind": "not_set_up"}', 1101, 10000)) as c (search, total, most);
