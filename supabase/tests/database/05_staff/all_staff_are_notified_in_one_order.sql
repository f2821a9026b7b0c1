-- cast: first staff, second staff, third staff, brand brand
-- Each change of a row moves it in the table, so that a plain scan would read the staff in another order.
update public.profiles set bio = 'Moved.' where id = (select min(id::text)::uuid from public.profiles where is_staff);
select results_eq('select private.active_staff()', 'select id from public.profiles where is_staff order by id', 'all staff are notified in the order of their ids');
update public.profiles set suspended_at = now() where id = tests.id('second');
select is_empty($$ select from private.active_staff() as s where s = tests.id('second') $$, 'a suspended member of staff is not notified');
