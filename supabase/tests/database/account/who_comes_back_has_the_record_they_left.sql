begin;
select plan(19);
select tests.make_member('judge', 'brand');
-- Judges private.remember_former_member and recognise_former_member.
-- Signs up with an address, onboards as a brand, and returns whether the market is open to them.
create function pg_temp.back(name text, address text default null) returns boolean language plpgsql as $$
declare
  v_user uuid := tests.sign_up(coalesce(address, name || '+again@kolpact.test'), '{"invite_code": "TESTS-INVITE", "role": "brand"}');
begin
  update public.profiles set display_name = 'Again ' || name, language = 'en' where user_id = v_user;
  insert into tests.people select 'again ' || name, id from public.profiles where user_id = v_user on conflict do nothing;
  return (select is_approved from public.profiles where user_id = v_user);
end;
$$;
create function pg_temp.leave(name text) returns void language sql as $$ delete from auth.users where id = tests.user_id(tests.id(name)) $$;
select tests.make_member(name, 'kol', false) from unnest(array['refused', 'waiting', 'unready', 'late']) as name;
select tests.make_member(name, 'kol') from unnest(array['approved', 'seller']) as name;
update public.profiles set rejected_at = now(), rejection_reason = 'No.' where id = tests.id('refused');
update public.profiles set approval_by_staff = true where id = tests.id('approved');
select tests.make_member('switched', 'brand');
update public.profiles set approval_by_staff = true where id = tests.id('switched');
select tests.make_member('plain', 'brand');
update public.profiles set is_approved = false, onboarded_at = null, display_name = null where id = tests.id('unready');
select tests.make_pack(tests.id('seller'));
select pg_temp.leave(name) from unnest(array['refused', 'waiting', 'unready', 'late', 'approved', 'seller', 'switched', 'plain']) as name;
select set_eq('select profile_id, approval_by_staff from private.former_members',
  $$ select tests.id(name), by_staff from (values ('refused', true), ('waiting', true), ('late', true), ('approved', true), ('switched', true), ('seller', false)) as w (name, by_staff) $$,
  'kept of those who had to wait for staff, and of those who traded');
select is_empty($$ select from private.former_members f where encode(f.address_hash, 'escape') like '%kolpact%' $$, 'without the address itself');
select is(pg_temp.back('refused'), false, 'whom staff refused waits for staff as a brand too');
select is(pg_temp.back('waiting'), false, 'as does who left while they were to decide');
select is(pg_temp.back('switched'), false, 'or who had changed the role');
select is(pg_temp.back('seller'), true, 'others do not');
select is(pg_temp.back('plain'), true, 'nor does a brand that left');
select is(pg_temp.back('unready'), true, 'nor who never was before staff');
select is(pg_temp.back('refused', 'refused@other.test'), true, 'the same name elsewhere is somebody else');
update private.former_members set left_at = now() - interval '365 days' where profile_id = tests.id('late');
select is(pg_temp.back('late'), true, 'after a year nobody is known again');
update private.former_members set left_at = now() - interval '365 days' + interval '1 second' where profile_id = tests.id('late');
select is(pg_temp.back('late', 'late+third@kolpact.test'), false, 'a second before they are');

-- Demerits
select tests.make_member('kol');
select tests.make_member('brand', 'brand');
select set_config('tests.one', tests.put_order(tests.id('brand'), tests.id('kol'))::text, true), set_config('tests.two', tests.put_order(tests.id('brand'), tests.id('kol'))::text, true);
insert into private.demerits values
  (tests.id('brand'), current_setting('tests.one')::uuid, 'chargeback', now() - interval '3 days'),
  (tests.id('kol'), current_setting('tests.one')::uuid, 'late', now() - interval '2 days');
select pg_temp.leave('brand');
-- What becomes known later counts as well.
insert into private.demerits values (tests.id('brand'), current_setting('tests.two')::uuid, 'dispute_lost', now() - interval '1 day');
select is(pg_temp.back('brand'), true, 'who traded comes back to the market');
create function pg_temp.demerits(name text) returns text language sql as $$
  select string_agg(d.kind || ' ' || (now()::date - d.created_at::date), ', ' order by d.created_at) from private.demerits d where d.profile_id = tests.id(name)
$$;
select is(pg_temp.demerits('again brand'), 'chargeback 3, dispute_lost 1', 'with their own demerits, as old as they are');
select is(pg_temp.demerits('again seller'), null, 'others have none');
select pg_temp.leave('again brand');
select is_empty($$ select from private.former_members where profile_id = tests.id('again brand') $$, 'who did nothing since adds nothing');
select tests.make_pack(tests.id('kol'));
select tests.make_member('brand2', 'brand');
update auth.users set email = 'b.rand@kolpact.test' where id = tests.user_id(tests.id('brand2'));
select tests.put_order(tests.id('brand2'), tests.id('kol'));
insert into private.demerits select tests.id('brand2'), order_id, kind, created_at from private.demerits where profile_id = tests.id('brand') and kind = 'chargeback';
select pg_temp.leave('brand2');
select is(pg_temp.back('brand third', 'brand+third@kolpact.test'), true, 'of two accounts that were left');
select is(pg_temp.demerits('again brand third'), 'chargeback 3, dispute_lost 1', 'each demerit counts once');

-- Kept no longer than needed
update private.former_members set left_at = now() - interval '365 days' where profile_id in (tests.id('refused'), tests.id('waiting'));
update private.former_members set left_at = now() - interval '365 days' + interval '1 second' where profile_id = tests.id('switched');
select pg_temp.leave('judge');
select is((select count(*) from private.former_members where profile_id in (tests.id('refused'), tests.id('waiting'))), 0::bigint, 'the next to leave sweeps what is over');
select is((select count(*) from private.former_members where profile_id = tests.id('switched')), 1::bigint, 'and no more');
select * from finish();
rollback;
