-- With the password alone of an account that has a second factor nobody can read or do anything.
-- cast: brand brand, kol kol
select tests.make_pack(tests.id('kol'));
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
create function pg_temp.turn_on(name text) returns void language sql security definer as $$
  insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
  values (gen_random_uuid(), tests.user_id(tests.id(name)), 'totp', 'verified', now(), now())
$$;

-- Lists the tables that members read --------------------------------------------------------
create temporary table readable as
select c.oid::regclass as relation, c.relkind
from pg_class c
where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'storage'::regnamespace, 'realtime'::regnamespace)
  and c.relkind in ('r', 'p', 'v') and not c.relispartition and (
    has_any_column_privilege('authenticated', c.oid, 'select, insert, update') or has_table_privilege('authenticated', c.oid, 'delete'))
  -- Leaves out relations that strangers may read, and platform relations that have no policy for members.
  and c.oid <> all ('{public.market_terms,public.solvency,public.balance_proofs}'::regclass[])
  and (c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    or exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive));
select is_empty($$
  select relation from readable where relkind <> 'v' and not exists (
    select from pg_policies p
    where format('%I.%I', p.schemaname, p.tablename)::regclass = relation
      and p.permissive = 'RESTRICTIVE' and p.cmd = 'ALL' and p.roles = '{authenticated}' and p.with_check is null
      and p.qual = '(private.plans_without_patterns() AND (( SELECT private.my_user_id() AS my_user_id) IS NOT NULL))')
$$, 'every table that members read has the restrictive policy on the second factor');
select is_empty($$
  select unnest('{storage.objects,realtime.messages,public.profiles,public.pack_orders,private.entries}'::regclass[])
  except select relation from readable
$$, 'tables of Storage, Realtime and the ledger are among those that are tested');
-- Functions learn the caller from my_user_id, which also demands the second factor. A repeated deletion reads
-- the token itself, because the deleted user has no factor any more.
select set_eq($$
  select p.proname::text from pg_proc p
  where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosrc ~ 'auth\.uid\(|request\.jwt|''sub'''
$$, array['my_user_id', 'owes_code', 'session_is_open', 'delete_my_account'], 'only four functions read the user from the token');
select is_empty($$
  select p.policyname from pg_policies p
  where p.schemaname in ('public', 'private', 'storage', 'realtime') and coalesce(p.qual, '') || coalesce(p.with_check, '') ~ 'auth\.'
$$, 'no policy reads the user from the token');

-- Every relation and function is tried in access/password-alone.ts. This file tests the rule that decides.
select tests.act_as(tests.id('kol'), 'aal1');
select isnt_empty('select from public.pack_orders', 'a password alone reads orders before the second factor is on');
select pg_temp.turn_on('kol');
select is_empty('select from public.pack_orders', 'a password alone reads no orders once the second factor is on');
select throws_ok($$ insert into public.packs (kol_id, title, platform, price_minor, currency, delivery_days) values (tests.id('kol'), 'x', 'x', 1000, 'USD', 1) $$,
  'PT403', 'mfa_required', 'a password alone writes nothing once the second factor is on');
-- The Data API sets the path of the called function.
select set_config('request.path', '/rpc/inbox', true);
select throws_ok('select public.inbox()', 'PT403', 'mfa_required', 'a password alone calls no function once the second factor is on');
select tests.gets('kol', 'select count(*) > 0 from public.pack_orders', 'true', 'a session with the code reads orders once the second factor is on', 'aal2');
select tests.allowed('brand', 'select public.inbox()', 'a member without a second factor is not asked for a code', 'aal1');
update auth.mfa_factors set status = 'unverified';
select tests.allowed('kol', 'select public.inbox()', 'a member who never confirmed a second factor is not asked for a code', 'aal1');
