-- Judges private.lock_for_account_deletion.
-- cast: brand brand, kol kol, other kol
create temporary table o (name text, id uuid);
insert into o select name, tests.put_order(tests.id('brand'), tests.id(kol), 'completed', at => at) from (values
  ('may be tipped', 'kol', now()), ('at its end', 'kol', now() - interval '90 days'), ('of others', 'other', now())) as x (name, kol, at);
select tests.put_order(tests.id('brand'), tests.id('kol'), 'declined');
select private.member_account(tests.id(name), kind, 'USD') from (values ('kol', 'pending'), ('kol', 'available'), ('other', 'pending')) as a (name, kind);
create function pg_temp.leave() returns text language sql as $$ select format('select private.lock_for_account_deletion(%L)', tests.id('kol')) $$;
select ok(tests.takes_lock(pg_temp.leave(), 'spending of ' || tests.id('kol')), 'the spending');
select results_eq($$ select o.name from unnest(tests.locked_rows(pg_temp.leave(), 'public.pack_orders')) as l (id) join o on o.id::text = l.id $$,
  array['may be tipped'], 'the orders that can be tipped yet');
select is((select count(*) from unnest(tests.locked_rows(pg_temp.leave(), 'private.accounts'))), 2::bigint, 'the accounts');
select ok(tests.takes_lock($$ delete from auth.users where id = tests.user_id(tests.id('kol')) $$, 'spending of ' || tests.id('kol')), 'whoever deletes it');
select tests.move_time_as(tests.id('other'));
select ok(tests.takes_lock('select private.delete_my_account()', 'spending of ' || tests.id('other')), 'or leaves');
