-- cast: ann kol
select tests.act_as(tests.id('ann'));
create temporary table exported as select jsonb_object_keys(public.export_my_data()) as name;
select tests.act_as_owner();
-- members repeats profiles; conversation_participants repeats conversations; the tables
-- about staff record their work, not them.
select is_empty($$
  select distinct c.conrelid::regclass::text
  from pg_constraint c
  where c.contype = 'f' and c.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)
    and c.connamespace = 'public'::regnamespace
    and c.conrelid::regclass::text not in ('members', 'conversation_participants', 'staff_audit', 'staff_proposals', 'payout_halts')
  except select name from exported
$$, 'the export has every table that names a member');
select is_empty($$ select unnest('{debts,seller_years,calendar}'::text[]) except select name from exported $$,
  'the export contains the debts, the years of earnings and the calendar, which are computed for the member');
