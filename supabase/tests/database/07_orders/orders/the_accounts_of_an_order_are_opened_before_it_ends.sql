select tests.make_member(name, role) from (values ('brand', 'brand'), ('kol', 'kol'), ('inviter', 'kol'), ('paid inviter', 'brand')) as m (name, role);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
update public.referrals set inviter_id = tests.id('inviter') where invitee_id = tests.id('brand');
update public.referrals set inviter_id = tests.id('paid inviter'), status = 'ineligible' where invitee_id = tests.id('kol');
create function pg_temp.opened() returns table (name text, kind text) language sql as $$
  select p.display_name, a.kind from private.accounts a join public.profiles p on p.id = a.owner_id $$;
select private.order_accounts(o) from public.pack_orders o where o.id = tests.order_id();
select set_eq('select * from pg_temp.opened()',
  $$ values ('Brand', 'wallet'), ('Brand', 'escrow'), ('Kol', 'pending'), ('Inviter', 'pending') $$,
  'an order opens the accounts of both sides and of an inviter who waits for a reward');
-- Accounts are opened in one sequence, so that two orders of the same members wait for each other. The escrow
-- comes last, because no other order uses it.
select is((select a.kind from private.accounts a where a.owner_id is not null order by a.id desc limit 1), 'escrow', 'the escrow of an order is opened last');
select is((select array_agg(a.owner_id order by a.id) from private.accounts a where a.kind in ('wallet', 'pending') and a.owner_id is not null),
  (select array_agg(id order by id) from unnest(array[tests.id('brand'), tests.id('kol'), tests.id('inviter')]) as id),
  'the other accounts are opened in the order of their owners');
update public.referrals set inviter_id = null where invitee_id = tests.id('brand');
select lives_ok('select private.order_accounts(o) from public.pack_orders o where o.id = tests.order_id()', 'an inviter who deleted the account needs no ledger account');
select is((select count(*) from pg_temp.opened()), 4::bigint, 'no account is opened for an inviter who deleted the account');

-- An inviter's reward is put on hold without a fee.
update public.referrals set inviter_id = tests.id('inviter') where invitee_id = tests.id('brand');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select results_eq($$ select fees_minor, amount_minor > 0 from private.holds where profile_id = tests.id('inviter') $$,
  'values (0::bigint, true)', 'a reward is on hold without a fee');
