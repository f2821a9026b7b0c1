-- cast: ann kol, bea kol, cyd kol, bob brand, sam staff
create temporary table o (name text, id uuid);
insert into o values
  ('stands', tests.make_order(tests.id('bob'), tests.id('ann'), 'in_progress')),
  ('is over', tests.make_order(tests.id('bob'), tests.id('ann'), 'completed')),
  ('is over too', tests.make_order(tests.id('bob'), tests.id('ann'), 'declined')),
  ('of another', tests.make_order(tests.id('bob'), tests.id('bea'), 'in_progress')),
  ('of another too', tests.make_order(tests.id('bob'), tests.id('bea'), 'funded'));
select tests.by('sam', $$ select public.suspend_profile(tests.id(name), false, 'conduct', 'Insults.') from unnest(array['ann', 'bea']) as name $$);
create function pg_temp.locking(name text) returns text language sql as $$
  select format('select private.lock_for_reinstatement(%L)', tests.id(name))
$$;
select is(private.lock_for_reinstatement(tests.id('ann')), true, 'the rows of a suspended member can be locked');
select is(private.lock_for_reinstatement(tests.id('cyd')), true, 'the rows of a member without a stopped order can be locked');
select is(private.lock_for_reinstatement(gen_random_uuid()), false, 'the rows of a member who does not exist cannot be locked');
savepoint before;
select results_eq($$ select o.name from unnest(tests.locked_rows(pg_temp.locking('bea'), 'public.pack_orders')) as l (id) join o on o.id::text = l.id order by 1 $$,
  array['of another', 'of another too'], 'ending a suspension locks the orders whose clock is stopped');
select is(tests.locked_rows(pg_temp.locking('bea'), 'public.profiles'), array[tests.id('bea')::text], 'ending a suspension locks the profile');
-- A suspension that has already ended takes no place in a batch.
update public.suspensions set ended_at = now(), ended_because = 'lifted', ends_at = now() - interval '1 day' where profile_id = tests.id('ann');
update public.suspensions set ends_at = now() where profile_id = tests.id('bea');
select results_eq($$ select w.ended, w.failed from private.work_suspensions(now(), 1, 'infinity') w $$, 'values (1, 0)', 'a suspension that has ended takes no place in a batch');
-- Deleting an account ends nobody else's suspension.
update public.profiles set suspended_at = now() where id = tests.id('bea');
select tests.by('cyd', $$ select public.delete_my_account() $$);
select isnt(private.open_suspension(tests.id('bea')), null, 'a deleted account ends no suspension of others');
-- A suspension before the end of its term.
select results_eq($$ select w.ended, w.failed from private.work_suspensions(now() + interval '1 second', 10, 'infinity') w $$, 'values (0, 0)', 'no suspension ends before its term');
select is(private.end_due_suspension(tests.id('bea'), now()), 0, 'a suspension alone does not end before its term');
create or replace function private.lock_for_reinstatement(profile_id uuid) returns boolean language sql as 'select false';
select is(private.end_due_suspension(tests.id('bea'), now() + interval '10 years'), 0, 'a suspension whose rows are locked waits for the next run');
