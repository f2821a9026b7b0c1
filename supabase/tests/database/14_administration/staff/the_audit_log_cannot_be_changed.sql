-- cast: sam staff
select private.audit('approve_profile', tests.id('sam'));
select throws_ok($$ update public.staff_audit set action = 'nothing' $$, 'PT403', 'append_only', 'not by the owner of the database');
select throws_ok($$ delete from public.staff_audit $$, 'PT403', 'append_only', 'not removed');
select throws_ok($$ truncate public.staff_audit $$, 'PT403', 'append_only', 'not emptied');
select tests.act_as(tests.id('sam'));
select throws_ok($$ insert into public.staff_audit (action) values ('invented') $$, '42501', null, 'nor invented by staff');
select throws_ok($$ select private.audit('invented', null) $$, '42501', null, 'by whichever road');
