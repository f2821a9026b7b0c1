-- Five accounts with one mailbox, or with one card, count as one reviewer and one counterparty.
select tests.lift_limits();
select tests.make_member(name) from unnest(array['kol', 'kept', 'own']) as name;
create function pg_temp.trade(brand text, kol text, card text, stars int) returns void language sql as $$
  select tests.make_order(tests.id(brand), tests.id(kol), 'pending_payment');
  select private.record_payment('sandbox', 'pay ' || tests.order_id(), tests.order_id(), 10000, 'USD', card => trade.card);
  select tests.by(kol, $q$ select public.accept_order(tests.order_id()), public.deliver_order(tests.order_id(), 'Done.', '{https://example.com/work}') $q$);
  select tests.by(brand, format($q$ select public.complete_order(tests.order_id()), public.review_order(tests.order_id(), %s, 'As said.') $q$, stars));
  select tests.by(kol, $q$ select public.review_order(tests.order_id(), 5, 'Paid.') $q$)
$$;
create function pg_temp.standing(name text) returns text language sql as $$
  select format('%s of %s, %s counterparties', r.rating, r.review_count,
    (private.trade_record_of(tests.id(name), now())).counterparties::int)
  from private.rating_of(tests.id(name)) as r
$$;
create function pg_temp.clear() returns void language sql as $$
  select private.clear_hold(h.id, now() + interval '30 days') from private.holds h where h.cleared_at is null
$$;
-- Opens five accounts with one mailbox, one after another.
select tests.enter('ring' || n, 'ring+' || n || '@mail.test'), pg_temp.trade('ring' || n, 'kol', null, 5),
  pg_temp.clear()
from generate_series(1, 5) as n;
select pg_temp.clear();
select is((select count(distinct private.person_of(profile_id))::int from tests.people where name like 'ring%'), 1, 'five accounts with one mailbox are one person');
select is(pg_temp.standing('kol'), '5.00 of 1, 1 counterparties', 'five accounts with one mailbox are one author and one counterparty');
select is((private.trade_record_of(tests.id('kol'), now())).fees, 50::numeric, 'the fees of all accounts of a person count');
select is((select count(*)::int from private.counterparties(tests.id('ring1'))), 1, 'one account of the person has the creator as its one counterparty');
delete from auth.users where id = tests.user_id(tests.id('ring1'));
select is(pg_temp.standing('kol'), '5.00 of 1, 1 counterparties', 'deleting one account of a person changes neither the number of reviewers nor that of counterparties of a creator');
-- Opens three accounts with one card and different addresses.
select tests.enter('card' || n, 'card' || n || '@mail' || n || '.test'), pg_temp.trade('card' || n, 'kept', 'one', 1)
from generate_series(1, 3) as n;
select pg_temp.clear();
select is(pg_temp.standing('kept'), '1.00 of 1, 1 counterparties', 'three accounts with one card are one author and one counterparty');
select tests.enter('honest', 'honest@mail.test'), pg_temp.trade('honest', 'kept', 'another', 5);
select pg_temp.clear();
select is(pg_temp.standing('kept'), '3.00 of 2, 2 counterparties', 'an account with another card is another author and counterparty');
-- Opens a second account of the reviewed creator.
select tests.enter('again', 'again+kol@mail.test');
update auth.users set email = 'kept+again@kolpact.test', email_confirmed_at = now() where id = tests.user_id(tests.id('again'));
select is(private.person_of(tests.id('again')), private.person_of(tests.id('kept')), 'the second account of a creator is the same person');
select is((private.rating_of(tests.id('again'))).rating, 3.00, 'a creator with another account has the rating of the first account');
-- A creator who trades with their own account.
-- Their one order was made before the accounts were known to have one mailbox.
select tests.enter('self', 'self@mail.test'), pg_temp.trade('self', 'own', null, 5);
select pg_temp.clear();
update auth.users set email = 'own+brand@kolpact.test' where id = tests.user_id(tests.id('self'));
select is((select review_count from private.rating_of(tests.id('own'))), 0, 'a review by oneself does not count');
select is_empty($$ select from private.counterparties(tests.id('own')) $$, 'a member is not their own counterparty');
create function pg_temp.completed() returns text language sql as $$
  select string_agg(p.completed_orders::text, ' ' order by t.name)
  from tests.people t join public.profiles p on p.id = t.profile_id where t.name in ('own', 'self')
$$;
create function pg_temp.separate(is_separate boolean) returns void language sql as $$
  delete from private.people where profile_id in (tests.id('self'), tests.id('own')) and is_separate;
  insert into private.person_pairs (profile_id, other_id, kind, is_separate, decided_at)
  values (tests.id('self'), tests.id('own'), null, is_separate, now())
  on conflict on constraint person_pairs_pkey do update set is_separate = excluded.is_separate
$$;
select is(pg_temp.completed(), '1 1', 'an order between two accounts counts while they are two people');
select private.work_reassessments(now(), 100);
select is(pg_temp.completed(), '0 0', 'an order between two accounts does not count once they are one person');
select is((private.record_of(tests.id('self')), private.record_of(tests.id('own'))), (0, 0), 'an order between two accounts of a person gives no record');
select is_empty($$ select p.id from public.profiles p where p.id in (tests.id('self'), tests.id('own')) and private.is_proven(p) $$, 'an order between two accounts of a person gives no limits of their own');
select pg_temp.separate(true), private.work_reassessments(now(), 100);
select is(pg_temp.completed(), '1 1', 'an order between two accounts counts again when staff have separated them');
select pg_temp.separate(false), private.work_reassessments(now(), 100);
select is(pg_temp.completed(), '0 0', 'an order between two accounts does not count while one is bound to the other');
-- The accounts are found out later to be one person's.
select tests.enter('late1', 'late1@a.test'), tests.enter('late2', 'late2@b.test');
select pg_temp.trade('late' || n, 'own', 'late ' || n, 4) from generate_series(1, 2) as n;
select pg_temp.clear();
select is((select review_count from private.rating_of(tests.id('own'))), 2, 'two people are two authors');
delete from private.reassessments;
update public.profiles set created_at = created_at - interval '1 second' where id = tests.id('late1');
update auth.users set email = 'late1+2@a.test' where id = tests.user_id(tests.id('late2'));
select is((select review_count from private.rating_of(tests.id('own'))), 1, 'two authors who are found to be one person count once');
select set_eq('select profile_id from private.reassessments', $$ select tests.id(name) from unnest(array['own', 'late1', 'late2']) as name $$, 'rating and trust of everybody concerned are computed again when two members are found to be one person');
delete from private.reassessments;
select private.add_demerit(tests.id('late1'), (select id from public.pack_orders limit 1), 'late', now());
select set_eq('select profile_id from private.reassessments', $$ select tests.id(name) from unnest(array['late1', 'late2']) as name $$, 'trust of every account of a person is computed again after a demerit of one');
select is((private.trade_record_of(tests.id('late2'), now())).demerits, 1::numeric, 'a demerit of one account counts for the other');
-- Accounts of one person earn invites once.
select tests.enter('inviter', 'inviter@c.test');
select tests.enter('pal', 'inviter+pal@c.test');
update public.referrals set inviter_id = tests.id('inviter'), invite_id = null where invitee_id = tests.id('pal');
select tests.make_order(tests.id('pal'), tests.id('kept'), 'completed');
select is(status, 'ineligible', 'a person earns no reward for inviting themselves') from public.referrals where invitee_id = tests.id('pal');
