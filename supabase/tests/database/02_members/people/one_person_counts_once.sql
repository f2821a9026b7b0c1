-- Five accounts of one inbox, or of one card, are one author and one counterparty.
select tests.lift_limits();
select tests.make_member(name) from unnest(array['kol', 'kept', 'own']) as name;
create function pg_temp.enter(name text, address text) returns void language sql as $$
  with signed as (select tests.sign_up(address, '{"invite_code": "TESTS-INVITE", "role": "brand"}') as id)
  select from signed;
  update public.profiles p set display_name = initcap(name), language = 'en' from auth.users u where u.id = p.user_id and u.email = address;
  insert into tests.people select name, p.id from public.profiles p join auth.users u on u.id = p.user_id where u.email = address;
$$;
create function pg_temp.trade(brand text, kol text, card text, stars int) returns void language plpgsql as $$
declare
  v_order uuid := tests.make_order(tests.id(brand), tests.id(kol), 'pending_payment');
begin
  perform private.record_payment('sandbox', 'pay ' || v_order, v_order, 10000, 'USD', card => card);
  perform tests.act_as(tests.id(kol));
  perform public.accept_order(v_order), public.deliver_order(v_order, 'Done.', '{https://example.com/work}');
  perform tests.act_as(tests.id(brand));
  perform public.complete_order(v_order), public.review_order(v_order, stars, 'As said.');
  perform tests.act_as(tests.id(kol));
  perform public.review_order(v_order, 5, 'Paid.');
  perform tests.act_as_owner();
end;
$$;
create function pg_temp.standing(name text) returns text language sql as $$
  select format('%s of %s, %s counterparties', r.rating, r.review_count,
    (private.trade_record_of(tests.id(name), now())).counterparties::int)
  from private.rating_of(tests.id(name)) as r
$$;
create function pg_temp.clear() returns void language sql as $$
  select private.clear_hold(h.id, now() + interval '30 days') from private.holds h where h.cleared_at is null
$$;
-- One inbox, five accounts after each other
select pg_temp.enter('ring' || n, 'ring+' || n || '@mail.test'), pg_temp.trade('ring' || n, 'kol', null, 5),
  pg_temp.clear()
from generate_series(1, 5) as n;
select pg_temp.clear();
select is((select count(distinct private.person_of(profile_id))::int from tests.people where name like 'ring%'), 1, 'five accounts of one inbox are one person');
select is(pg_temp.standing('kol'), '5.00 of 1, 1 counterparties', 'one author and one counterparty');
select is((private.trade_record_of(tests.id('kol'), now())).fees, 50::numeric, 'whose fees count');
select is((select count(*)::int from private.counterparties(tests.id('ring1'))), 1, 'seen from the other side, too');
delete from auth.users where id = tests.user_id(tests.id('ring1'));
select is(pg_temp.standing('kol'), '5.00 of 1, 1 counterparties', 'whoever leaves');
-- One card, three addresses
select pg_temp.enter('card' || n, 'card' || n || '@mail' || n || '.test'), pg_temp.trade('card' || n, 'kept', 'one', 1)
from generate_series(1, 3) as n;
select pg_temp.clear();
select is(pg_temp.standing('kept'), '1.00 of 1, 1 counterparties', 'three addresses with one card are one author');
select pg_temp.enter('honest', 'honest@mail.test'), pg_temp.trade('honest', 'kept', 'another', 5);
select pg_temp.clear();
select is(pg_temp.standing('kept'), '3.00 of 2, 2 counterparties', 'another card is another one');
-- Oneself
-- Their one order is from before the inbox was known.
select pg_temp.enter('self', 'self@mail.test'), pg_temp.trade('self', 'own', null, 5);
select pg_temp.clear();
update auth.users set email = 'own+brand@kolpact.test' where id = tests.user_id(tests.id('self'));
select is((select review_count from private.rating_of(tests.id('own'))), 0, 'nobody rates oneself');
select is_empty($$ select from private.counterparties(tests.id('own')) $$, 'or is one''s own counterparty');
-- Known later
select pg_temp.enter('late1', 'late1@a.test'), pg_temp.enter('late2', 'late2@b.test');
select pg_temp.trade('late' || n, 'own', 'late ' || n, 4) from generate_series(1, 2) as n;
select pg_temp.clear();
select is((select review_count from private.rating_of(tests.id('own'))), 2, 'two people are two authors');
delete from private.reassessments;
update public.profiles set created_at = created_at - interval '1 second' where id = tests.id('late1');
update auth.users set email = 'late1+2@a.test' where id = tests.user_id(tests.id('late2'));
select is((select review_count from private.rating_of(tests.id('own'))), 1, 'until they turn out to be one');
select set_eq('select profile_id from private.reassessments', $$ select tests.id(name) from unnest(array['own', 'late1', 'late2']) as name $$, 'so that all are computed again');
delete from private.reassessments;
select private.add_demerit(tests.id('late1'), (select id from public.pack_orders limit 1), 'late', now());
select set_eq('select profile_id from private.reassessments', $$ select tests.id(name) from unnest(array['late1', 'late2']) as name $$, 'as they are for a demerit');
select is((private.trade_record_of(tests.id('late2'), now())).demerits, 1::numeric, 'which counts for both');
-- Invites
select pg_temp.enter('inviter', 'inviter@c.test');
select pg_temp.enter('pal', 'inviter+pal@c.test');
update public.referrals set inviter_id = tests.id('inviter'), invite_id = null where invitee_id = tests.id('pal');
select tests.make_order(tests.id('pal'), tests.id('kept'), 'completed');
select is(status, 'ineligible', 'nobody earns a reward for inviting oneself') from public.referrals where invitee_id = tests.id('pal');
