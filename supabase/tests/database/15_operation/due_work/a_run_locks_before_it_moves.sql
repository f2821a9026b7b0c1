-- cast: brand brand, kol kol, other brand brand, other kol kol, inviter kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.make_order(tests.id('other brand'), tests.id('other kol'), 'pending_payment');
insert into private.holds (order_id, profile_id, currency, amount_minor, fees_minor, due_at)
values (tests.order_id(), tests.id('other kol'), 'USD', 1, 0, now());
-- Makes two reviews, of which one is due.
create temporary table reviewed (kol uuid, order_id uuid);
insert into reviewed select kol, tests.make_order(tests.id('brand'), kol, 'settled')
from unnest(array[tests.make_member('reviewed', 'kol'), tests.make_member('not yet', 'kol')]) as kol;
select tests.by('brand', $$ select public.review_order(order_id, 5, 'Great.') from reviewed $$);
update public.reviews set reveals_at = now() where subject_id = tests.id('reviewed');
-- Opens accounts that nothing has locked yet: for the reward of the delivered order, and for the earnings on hold.
update public.referrals set inviter_id = tests.id('inviter') where invitee_id = tests.id('kol');
create temporary table a as
select private.member_account(tests.id('inviter'), 'pending', 'USD')::text as reward, private.member_account(tests.id('other kol'), 'available', 'USD')::text as available;
-- Makes every move fail, which leaves the locks that were taken before it.
create trigger nothing_moves before insert on private.transfers for each row execute function private.refuse_change();
create trigger no_order_moves before update on public.pack_orders for each row when (OLD.status <> NEW.status) execute function private.refuse_change();
create function pg_temp.locked(relation regclass) returns text[] language sql as $$
  select tests.locked_rows($x$ select private.run_due_work(now() + interval '3 days') $x$, relation) $$;
select is(pg_temp.locked('private.accounts') @> array[a.reward, a.available], true, 'a run locks the accounts of orders and holds') from a;
select is(pg_temp.locked('public.profiles'), array(select id::text from unnest(array[tests.id('brand'), tests.id('kol'), tests.id('reviewed')]) as id order by id),
  'a run locks the sides of orders that complete and reviewed members');
select is((private.run_due_work(now() + interval '3 days') ->> 'failed')::int, 3, 'a run counts each order and hold that fails');
select is_empty($$ select from private.accounts where order_id = (select id from public.pack_orders where status = 'pending_payment') $$,
  'an unpaid order has no accounts');
