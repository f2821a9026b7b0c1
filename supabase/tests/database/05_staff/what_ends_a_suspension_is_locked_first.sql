select tests.make_member(name) from unnest(array['ann', 'bea', 'cyd']) as name;
select tests.make_member('bob', 'brand');
select tests.make_staff('sam');
create temporary table o (name text, id uuid);
insert into o values
  ('stands', tests.make_order(tests.id('bob'), tests.id('ann'), 'in_progress')),
  ('is over', tests.make_order(tests.id('bob'), tests.id('ann'), 'completed')),
  ('is over too', tests.make_order(tests.id('bob'), tests.id('ann'), 'declined')),
  ('of another', tests.make_order(tests.id('bob'), tests.id('bea'), 'in_progress')),
  ('of another too', tests.make_order(tests.id('bob'), tests.id('bea'), 'funded'));
select tests.act_as(tests.id('sam'));
select public.suspend_profile(tests.id(name), false, 'conduct', 'Insults.') from unnest(array['ann', 'bea']) as name;
select tests.act_as_owner();
create function pg_temp.locking(name text) returns text language sql as $$
  select format('select private.lock_for_reinstatement(%L)', tests.id(name))
$$;
select is(private.lock_for_reinstatement(tests.id('ann')), true, 'nobody else has a lock');
select is(private.lock_for_reinstatement(tests.id('cyd')), true, 'nor where no order stands');
select is(private.lock_for_reinstatement(gen_random_uuid()), false, 'who does not exist is not reinstated');
savepoint before;
select results_eq($$ select o.name from unnest(tests.locked_rows(pg_temp.locking('bea'), 'public.pack_orders')) as l (id) join o on o.id::text = l.id order by 1 $$,
  array['of another', 'of another too'], 'the orders that stand');
select is(tests.locked_rows(pg_temp.locking('bea'), 'public.profiles'), array[tests.id('bea')::text], 'and the profile');
-- One that is over takes nothing of a batch.
update public.suspensions set ended_at = now(), ended_because = 'lifted', ends_at = now() - interval '1 day' where profile_id = tests.id('ann');
update public.suspensions set ends_at = now() where profile_id = tests.id('bea');
select results_eq($$ select w.ended, w.failed from private.work_suspensions(now(), 1, 'infinity') w $$, 'values (1, 0)', 'one that is over takes nothing of a batch');
-- Leaving ends the suspension of nobody else.
update public.profiles set suspended_at = now() where id = tests.id('bea');
select tests.act_as(tests.id('cyd'));
select public.delete_my_account();
select tests.act_as_owner();
select isnt(private.open_suspension(tests.id('bea')), null, 'an account that is deleted ends no suspension of others');
-- Before its term.
select results_eq($$ select w.ended, w.failed from private.work_suspensions(now() + interval '1 second', 10, 'infinity') w $$, 'values (0, 0)', 'before its term nothing ends');
select is(private.end_due_suspension(tests.id('bea'), now()), 0, 'nor one alone');
create or replace function private.lock_for_reinstatement(profile_id uuid) returns boolean language sql as 'select false';
select is(private.end_due_suspension(tests.id('bea'), now() + interval '10 years'), 0, 'what somebody else has locked waits for the next run');
