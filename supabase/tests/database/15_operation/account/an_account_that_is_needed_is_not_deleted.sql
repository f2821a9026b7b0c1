-- cast: ann kol, bob brand, cyd kol, dan brand, eve kol, fay kol, gil brand, hal brand, ike kol, kit brand
select plan(12);
select tests.make_order(tests.id('bob'), tests.id('ann'), 'in_progress');
select tests.make_order(tests.id('dan'), tests.id('cyd'), 'completed');
select tests.make_order(tests.id('bob'), tests.id('fay'), 'pending_payment');
select tests.make_order(tests.id('kit'), tests.id('ike'), 'pending_payment');
select tests.by('kit', 'select public.cancel_order(tests.order_id())');
select public.record_payment('sandbox', 'late', tests.order_id(), 10000, 'USD');
create function pg_temp.decline(name text) returns void language sql as $$
  select tests.make_order(tests.id(name), tests.id('ike'), 'declined', pack => tests.make_pack(tests.id('ike'), 20000000, 'USDC'))
$$;
select pg_temp.decline('gil');
select tests.send_acts(), tests.mine_block();
select pg_temp.decline('hal');
delete from auth.sessions where user_id = tests.user_id(tests.id('eve'));
select is(tests.outcome('select public.delete_my_account()', 'deleted', name), answer, description) from (values
  ('ann', 'account_has_open_orders', 'a creator with an open order cannot delete the account'),
  ('bob', 'account_has_open_orders', 'a brand with an open order cannot delete the account'),
  ('cyd', 'account_has_balance', 'a creator with a balance cannot delete the account'),
  ('dan', 'deleted', 'a brand without a balance deletes the account'),
  ('fay', 'deleted', 'a creator with an order that nobody has paid can delete the account'),
  ('gil', 'deleted', 'a brand whose money is no longer in the escrow can delete the account'),
  ('hal', 'account_has_escrow', 'a brand whose money is still in the escrow cannot delete the account'),
  ('kit', 'account_has_balance', 'a brand whose late payment waits for staff cannot delete the account'),
  ('eve', 'session_ended', 'an ended session cannot delete the account')
) as c (name, answer, description);
select throws_ok($$ delete from auth.users where id = tests.user_id(tests.id('ann')) $$, 'PT409', 'account_has_open_orders',
  'a user with an open order cannot be deleted directly');
select is((select status from public.pack_orders where kol_id = tests.id('fay')), 'cancelled', 'the order that nobody has paid ends when the account is deleted');

-- The escrow contract can return the money to the brand alone.
alter table public.chain_payments disable trigger chain_payments_signed_are_final;
update public.chain_payments set pre_approval_expiry = 1, order_ends_by = 1, authorization_expiry = 2;
select is(tests.outcome('select public.delete_my_account()', 'deleted', 'hal'), 'deleted', 'a brand that can take its money back without us can delete the account');
