-- cast: judge brand
-- Tests private.join_people, is_forgotten and forget_marks.
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
select set_eq('select name, approval_by_staff from public.profiles p join tests.people t on t.profile_id = p.id where deleted_at is not null',
  $$ values ('refused', true), ('waiting', true), ('late', true), ('approved', true), ('switched', true), ('seller', false), ('plain', false), ('unready', false) $$,
  'a former member who had to wait for staff has to wait again');
select is_empty($$ select from private.person_marks m where encode(m.hash, 'escape') like '%kolpact%' $$, 'a mark of a former member has no address in it');
select is(pg_temp.back('refused'), false, 'a rejected creator who signs up again as a brand waits for staff');
select is(pg_temp.back('waiting'), false, 'a creator who deleted the account before the decision waits for staff');
select is(pg_temp.back('switched'), false, 'a member who changed the role waits for staff');
select is(pg_temp.back('seller'), true, 'a creator who did not wait for staff can trade at once after signing up again');
select is(pg_temp.back('plain'), true, 'a deleted brand can trade at once after signing up again');
select is(pg_temp.back('unready'), true, 'a member who never waited for staff can trade at once after signing up again');
select is(pg_temp.back('refused', 'refused@other.test'), true, 'a member with another address is somebody else');
update public.profiles set deleted_at = now() - interval '365 days' where id = tests.id('late');
select is(pg_temp.back('late'), true, 'a former member is no longer known after a year');
-- The creator was paid once.
select tests.make_member('paid', 'kol');
select tests.by('paid', $$ select tests.payout_method() $$, 'aal2');
insert into public.payouts (id, profile_id, amount_minor, currency, method, method_id, source, provider, idempotency_key, status, failure_reason)
select md5('paid')::uuid, m.profile_id, 100, 'USD', 'IBAN', m.id, 'available', 'manual', gen_random_uuid(), 'requested', null from private.payout_methods m where m.profile_id = tests.id('paid');
insert into private.payout_destinations (payout_id, hash) values (md5('paid')::uuid, 'x') on conflict do nothing;
select pg_temp.leave('paid');
select private.forget_marks(), private.forget_destinations();
select isnt_empty($$ select from private.payout_destinations where payout_id = md5('paid')::uuid $$, 'the account that a payout went to is known for a year');
update public.profiles set deleted_at = now() - interval '365 days' where id = tests.id('paid');
select private.forget_marks(), private.forget_destinations();
select is_empty($$ select from private.payout_destinations where payout_id = md5('paid')::uuid $$, 'the account that a payout went to is forgotten together with the former member');
-- A person whose first account is forgotten deletes the next one, and returns a second before its year is over.
select pg_temp.leave('again late');
update public.profiles set deleted_at = now() - interval '365 days' + interval '1 second', approval_by_staff = true where id = tests.id('again late');
select is(pg_temp.back('late', 'late+third@kolpact.test'), false, 'a former member is known until a second before the year is over');

-- A member who signs up again has the former demerits as well.
select tests.make_member('kol');
select tests.make_member('brand', 'brand');
select set_config('tests.one', tests.put_order(tests.id('brand'), tests.id('kol'))::text, true), set_config('tests.two', tests.put_order(tests.id('brand'), tests.id('kol'))::text, true);
insert into private.demerits values
  (tests.id('brand'), current_setting('tests.one')::uuid, 'chargeback', now() - interval '3 days'),
  (tests.id('kol'), current_setting('tests.one')::uuid, 'late', now() - interval '2 days');
select pg_temp.leave('brand');
-- A demerit that is recorded after the account was deleted counts as well.
insert into private.demerits values (tests.id('brand'), current_setting('tests.two')::uuid, 'dispute_lost', now() - interval '1 day');
select is(pg_temp.back('brand'), true, 'a brand with demerits can trade at once after signing up again');
create function pg_temp.demerits(name text, days int default 0) returns int language sql as $$
  select (private.trade_record_of(tests.id(name), now() + make_interval(days => days))).demerits::int
$$;
select is(pg_temp.demerits('again brand'), 13, 'a brand that signs up again has its former demerits');
select is(pg_temp.demerits('again brand', 178), 3, 'the demerits of a brand that signs up again have their former dates');
select is(private.next_reassessment(tests.id('again brand'), now() - interval '1 year', now()), now() - interval '3 days' + interval '180 days', 'the trust is computed again when a demerit lapses');
select is(pg_temp.demerits('again seller'), 0, 'a creator without demerits has none after signing up again');
select pg_temp.leave('again brand');
select tests.make_pack(tests.id('kol'));
select tests.make_member('brand2', 'brand');
update auth.users set email = 'b.rand@kolpact.test' where id = tests.user_id(tests.id('brand2'));
select tests.put_order(tests.id('brand2'), tests.id('kol'));
select pg_temp.leave('brand2');
select is(pg_temp.back('brand third', 'brand+third@kolpact.test'), true, 'a brand that deleted two accounts can trade at once after signing up again');
select is(pg_temp.demerits('again brand third'), 13, 'the demerits of both former accounts count');

-- Records are deleted when they are no longer needed.
select pg_temp.leave('again ' || name) from unnest(array['refused', 'switched', 'waiting']) as name;
create function pg_temp.kept(name text) returns boolean language sql as $$
  select exists (select from private.person_marks m where m.hash = private.mark_hash('inbox', name || '@kolpact.test'))
$$;
update public.profiles set deleted_at = now() - interval '365 days' where id in (select s.id from unnest(array['refused', 'waiting', 'approved']) as name, private.same_person(tests.id(name)) as s (id));
update public.profiles set deleted_at = now() - interval '365 days' + interval '1 second' where id = tests.id('again switched');
update public.profiles set deleted_at = now() - interval '365 days' where id = tests.id('switched');
update public.profiles set frozen_at = now() where id = tests.id('approved');
select is((pg_temp.kept('refused'), pg_temp.kept('waiting')), (true, true), 'a stored card or account is kept until somebody deletes the account');
select pg_temp.leave('judge');
select is((pg_temp.kept('refused'), pg_temp.kept('waiting')), (false, false), 'the departure of a member removes the marks whose time is over');
select is(pg_temp.kept('switched'), true, 'a stored card of a member who later deleted another account is kept');
select is(pg_temp.kept('approved'), true, 'a stored card of a frozen member is kept');
select is(pg_temp.kept('seller'), true, 'a stored card of a current member is kept');
