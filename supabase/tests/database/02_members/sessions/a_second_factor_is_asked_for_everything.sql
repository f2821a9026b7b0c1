-- With the password alone of an account that has a second factor nobody reads or does anything.
-- cast: brand brand, kol kol
select tests.make_pack(tests.id('kol'));
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
create function pg_temp.turn_on(name text) returns void language sql security definer as $$
  insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
  values (gen_random_uuid(), tests.user_id(tests.id(name)), 'totp', 'verified', now(), now())
$$;

-- Tables ---------------------------------------------------------------------------------
create temporary table readable as
select c.oid::regclass as relation, c.relkind
from pg_class c
where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'storage'::regnamespace, 'realtime'::regnamespace)
  and c.relkind in ('r', 'p', 'v') and not c.relispartition and (
    has_any_column_privilege('authenticated', c.oid, 'select, insert, update') or has_table_privilege('authenticated', c.oid, 'delete'))
  -- Leaves out relations that strangers read, and those of the platform without a policy for members.
  and c.oid <> all ('{public.market_terms,public.solvency}'::regclass[])
  and (c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    or exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive));
select is_empty($$
  select relation from readable where relkind <> 'v' and not exists (
    select from pg_policies p
    where format('%I.%I', p.schemaname, p.tablename)::regclass = relation
      and p.permissive = 'RESTRICTIVE' and p.cmd = 'ALL' and p.roles = '{authenticated}' and p.with_check is null
      and p.qual = '(( SELECT private.my_user_id() AS my_user_id) IS NOT NULL)')
$$, 'every table has the one restrictive rule');
select is_empty($$
  select unnest('{storage.objects,realtime.messages,public.profiles,public.pack_orders,private.entries}'::regclass[])
  except select relation from readable
$$, 'those of Storage, Realtime and the ledger too');
-- Only one function asks the token who calls, so that every other one asks it about the factor.
select set_eq($$
  select p.proname::text from pg_proc p
  where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosrc ~ 'auth\.uid\(|request\.jwt|''sub'''
$$, array['my_user_id', 'owes_code', 'session_is_open'], 'no other function reads the user from the token');
select is_empty($$
  select p.policyname from pg_policies p
  where p.schemaname in ('public', 'private', 'storage', 'realtime') and coalesce(p.qual, '') || coalesce(p.with_check, '') ~ 'auth\.'
$$, 'and no policy');

create function pg_temp.rows_of(relation regclass) returns bigint language plpgsql as $$
declare
  v_rows bigint;
begin
  execute format('select count(*) from %s', relation) into v_rows;
  return v_rows;
exception when insufficient_privilege then
  return 0; -- Some columns only.
end;
$$;
grant execute on function pg_temp.rows_of, pg_temp.turn_on to authenticated;
grant select on readable to authenticated;
select tests.act_as(tests.id('kol'), 'aal1');
select isnt(sum(pg_temp.rows_of(relation)), 0::numeric, 'before it is turned on, a password reads') from readable;
select pg_temp.turn_on('kol');
select is(pg_temp.rows_of(relation), 0::bigint, relation || ' shows nothing to a password alone') from readable;
select throws_ok($$ insert into public.packs (kol_id, title, platform, price_minor, currency, delivery_days) values (tests.id('kol'), 'x', 'x', 1000, 'USD', 1) $$,
  'PT403', 'mfa_required', 'nothing is written');
select tests.act_as(tests.id('kol'), 'aal2');
select isnt(sum(pg_temp.rows_of(relation)), 0::numeric, 'with the code everything is as before') from readable;

-- Functions ------------------------------------------------------------------------------
create temporary table callable as
select p.oid, p.oid::regprocedure::text as signature,
  (select format('select public.%I(%s)', p.proname, coalesce(string_agg('null::' || format_type(t, null), ', ' order by n), ''))
    from unnest(p.proargtypes) with ordinality as a (t, n)) as call
from pg_proc p
where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
  -- Leaves out functions that strangers may call.
  and not has_function_privilege('anon', p.oid, 'execute');
grant select on callable to authenticated;
-- Some functions look for a row first and return nothing without one; the access suite calls all of
-- them with existing rows.
create function pg_temp.answer(call text) returns text language plpgsql as $$
declare
  v_rows jsonb;
begin
  execute format('select jsonb_agg(x) filter (where x is not null) from %s as x', replace(call, 'select ', '')) into v_rows;
  return case when coalesce(v_rows, '[]') in ('[]', '[null]', '[false]', '[0]') then 'nothing' else 'an answer' end;
exception when sqlstate 'PT403' then
  return sqlerrm;
end;
$$;
grant execute on function pg_temp.answer to authenticated;
select cmp_ok((select count(*)::int from callable), '>', 80, 'there are many');
select tests.act_as(tests.id('kol'), 'aal1');
-- The Data API says which function it calls.
select set_config('request.path', '/rpc/something', true);
create temporary table answers as select signature, pg_temp.answer(call) from callable;
select ok(answer in ('mfa_required', 'not_allowed', 'nothing'), signature || ' answers nothing: ' || answer) from answers;
select cmp_ok((select count(*)::int from answers where answer = 'mfa_required'), '>', 75, 'nearly all say what is missing');

-- Members without a second factor are not asked for a code.
select tests.act_as(tests.id('brand'), 'aal1');
select lives_ok('select public.inbox()', 'another member is not asked for a code');
select tests.act_as(tests.id('kol'), 'aal1');
select tests.act_as_owner();
update auth.mfa_factors set status = 'unverified';
select tests.act_as(tests.id('kol'), 'aal1');
select lives_ok('select public.inbox()', 'nor one who began and never finished');
