-- cast: sam staff
select private.audit('approve_profile', tests.id('sam'));
select throws_ok($$ update public.staff_audit set action = 'nothing' $$, 'PT403', 'append_only', 'the audit log cannot be changed');
select throws_ok($$ delete from public.staff_audit $$, 'PT403', 'append_only', 'rows of the audit log cannot be deleted');
select throws_ok($$ truncate public.staff_audit $$, 'PT403', 'append_only', 'the audit log cannot be emptied');
select throws_ok($$ insert into public.staff_audit (action, details) values ('suspend_profile', jsonb_build_object('note', repeat('x', 20000))) $$,
  '23514', null, 'the audit log refuses an act with a note of 20,000 characters');
