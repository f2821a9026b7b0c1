-- cast: ann kol
create temporary table written as
select c.oid, c.relname::text as name from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (
  has_any_column_privilege('authenticated', c.oid, 'insert') or has_any_column_privilege('authenticated', c.oid, 'update')
  or has_table_privilege('authenticated', c.oid, 'delete'));
select cmp_ok((select count(*) from written), '>', 5::bigint, 'members write some tables themselves');
select is_empty($$ select w.name, act from written w cross join lateral (values
    (4, 'insert', has_any_column_privilege('authenticated', w.oid, 'insert')), (16, 'update', has_any_column_privilege('authenticated', w.oid, 'update')),
    (8, 'delete', has_table_privilege('authenticated', w.oid, 'delete'))) as a (bit, act, may)
  where a.may and not exists (select from pg_trigger t where t.tgrelid = w.oid and t.tgenabled = 'O' and (t.tgtype::int & a.bit) > 0
    and t.tgfoid = 'private.check_open_session'::regproc) $$, 'each table that members write refuses an ended session');
select is_empty($$ select w.name from written w where has_any_column_privilege('authenticated', w.oid, 'insert') and not exists (
  select from pg_trigger t where t.tgrelid = w.oid and t.tgenabled = 'O' and t.tgtype::int & 7 = 7
    and t.tgfoid = 'private.refuse_long_list'::regproc) $$, 'each table to which members add rows refuses a long list before it is written');
insert into public.notifications (user_id, type, title, message) values (tests.user_id(tests.id('ann')), 'order_update', 'x', 'x');
select tests.act_as(tests.id('ann'));
select lives_ok($$ insert into public.email_preferences (type, mode) values ('order_update', 'digest') $$, 'a member chooses e-mails');
create function pg_temp.list(rows int) returns text language sql as $$
  select format($f$ insert into public.email_preferences (type, mode) select 'dispute_update', 'off' from generate_series(1, %s) on conflict do nothing $f$, rows) $$;
select throws_ok(pg_temp.list(101), 'PT429', 'rate_limited', 'a member adds no more than a hundred rows in one request');
select set_config('kolpact.rows', '', true);
select lives_ok(pg_temp.list(100), 'a member adds a hundred rows');
select tests.storage_does('storage.object.upload');
create function pg_temp.add(name text) returns void language sql as $$ insert into storage.objects (bucket_id, name) values ('avatars', tests.id('ann') || name) $$;
select lives_ok($$ select pg_temp.add('/a.png') $$, 'a member with an open session adds a picture');
reset role;
delete from auth.sessions where user_id = tests.user_id(tests.id('ann'));
set local role authenticated;
select throws_ok(act, 'PT403', 'session_ended', 'an ended session cannot ' || act) from unnest(array[
  $$ insert into public.email_preferences (type, mode) values ('dispute_update', 'off') $$, $$ update public.email_preferences set mode = 'off' $$,
  $$ delete from public.email_preferences $$, $$ update public.notifications set read = true $$, $$ select public.mark_all_notifications_read() $$]) as act;
select throws_ok($$ select pg_temp.add('/b.png') $$, '42501', null, 'an ended session cannot add a picture');
select tests.storage_does('storage.object.delete');
delete from storage.objects where bucket_id = 'avatars';
select tests.act_as_owner();
select isnt_empty($$ select from storage.objects where bucket_id = 'avatars' $$, 'an ended session cannot remove a picture');
select is_empty($$ select policyname from pg_policies where schemaname = 'storage' and cmd <> 'SELECT' and permissive = 'PERMISSIVE'
  and coalesce(qual, '') || coalesce(with_check, '') not like '%session_is_open()%' $$, 'each policy that writes files asks for an open session');
