-- Tests private.lock_for_account_deletion.
-- cast: brand brand, kol kol, other kol
create temporary table o (name text, id uuid);
insert into o select name, tests.put_order(tests.id('brand'), tests.id(kol), 'completed', at => at) from (values
  ('may be tipped', 'kol', now()), ('at its end', 'kol', now() - interval '90 days'), ('of others', 'other', now())) as x (name, kol, at);
select tests.put_order(tests.id('brand'), tests.id('kol'), 'declined');
select private.member_account(tests.id(name), kind, 'USD') from (values ('kol', 'pending'), ('kol', 'available'), ('other', 'pending')) as a (name, kind);
create function pg_temp.leave() returns text language sql as $$ select format('select private.lock_for_account_deletion(%L)', tests.id('kol')) $$;
select ok(tests.takes_lock(pg_temp.leave(), 'spending of ' || tests.id('kol')), 'a deletion locks the spending of the member');
select results_eq($$ select o.name from unnest(tests.locked_rows(pg_temp.leave(), 'public.pack_orders')) as l (id) join o on o.id::text = l.id $$,
  array['may be tipped'], 'a deletion locks the orders that can be tipped');
select results_eq($$ select a.kind::text, count(*)::int from unnest(tests.locked_rows(pg_temp.leave(), 'private.accounts')) as l (id)
  join private.accounts a on a.id::text = l.id group by 1 order by 1 $$,
  $$ select 'available', 1 union all select 'pending', 1 union all select 'revenue', count(*)::int from public.currencies $$,
  'a deletion locks the accounts of the member, and the accounts that get the member''s rewards');
select ok(tests.takes_lock($$ delete from auth.users where id = tests.user_id(tests.id('kol')) $$, 'spending of ' || tests.id('kol')), 'a deletion of the user locks the spending');
select is_empty($$ select from unnest(tests.locked_rows(format('delete from auth.users where id = %L', tests.user_id(tests.id('kol'))), 'private.accounts')) as l (id)
  join private.accounts a on a.id::text = l.id where a.owner_id <> tests.id('kol') $$, 'a deletion locks no accounts of others');
select tests.move_time_as(tests.id('other'));
select ok(tests.takes_lock('select private.delete_my_account()', 'spending of ' || tests.id('other')), 'a deletion by the member locks the spending');
