-- cast: ann kol, bob brand, eve brand, sam staff, cyd kol
select tests.make_order(tests.id('bob'), tests.id('ann'), 'completed');
update public.profiles set suspended_at = now() where id = tests.id('cyd');
select tests.act_as(tests.id('ann'));
select is(public.export_my_data() #>> '{profiles,display_name}', 'Ann', 'the export has the profile of the member');
select cmp_ok(jsonb_array_length(public.export_my_data() -> 'ledger_lines'), '>', 0, 'the export has the ledger lines of the member');
select tests.act_as(tests.id('eve'));
create temporary table of_eve as select key, value from jsonb_each(public.export_my_data());
select results_eq($$ select key from of_eve where jsonb_typeof(value) = 'array' and value <> '[]' $$, array['sessions'],
  'the export of a newcomer has a profile, the sessions, and no other rows');
select set_eq($$ select x ->> 'id' from of_eve, jsonb_array_elements(value) x where key = 'sessions' $$, $$ select id::text from public.my_sessions() $$,
  'the sessions of an export are those of the member');
select is((select value from of_eve where key = 'suspensions'), '[]', 'the export of a member without suspensions has an empty list of suspensions');
select tests.act_as(tests.id('sam'));
create temporary table of_sam as select key, value from jsonb_each(public.export_my_data());
select is_empty($$ select key from of_sam where jsonb_typeof(value) = 'array' and value <> '[]' and key <> 'sessions' $$, 'the export of staff has no rows that they may only read');
