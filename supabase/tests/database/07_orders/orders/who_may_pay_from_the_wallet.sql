-- cast: brand brand, kol kol
update private.settings set value = 5 where key = 'buyer_fee';
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 10001);
select tests.refused('brand', 'select public.pay_from_wallet(tests.order_id())', 'PT409', 'insufficient_funds', 'a wallet does not pay more than it holds');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 4000);
select is(tests.outcome(change || '; select tests.by(''brand'', ''select public.pay_from_wallet(tests.order_id())'')', 'paid'), wanted, description) from (values
  ('insert into public.member_blocks (blocker_id, blocked_id) values (tests.id(''kol''), tests.id(''brand''))', 'order_not_payable', 'a blocked brand cannot pay from its wallet'),
  ('update public.profiles set is_approved = false where id = tests.id(''brand'')', 'cannot_transact', 'a brand that is no longer approved cannot pay from its wallet')
) as c (change, wanted, description);
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('kol'), tests.id('brand'));
select is((private.record_payment('sandbox', 'card', tests.order_id(), 4200, 'USD')).problem, 'order_not_payable', 'a blocked brand cannot pay by card');
delete from public.member_blocks;
select tests.act_as(tests.id('brand'));
select is((public.pay_from_wallet(tests.order_id())).status, 'funded', 'refunded money can pay for another order' || again)
from unnest(array['', ', once']) as again;
select tests.act_as_owner();
select is(tests.balance(owner, kind), amount, description) from (values
  (tests.id('brand'), 'wallet', 6300::bigint, 'an order takes price and buyer''s fee from the wallet'),
  (tests.id('brand'), 'escrow', 4000, 'the price of an order paid from the wallet is in escrow'),
  (null, 'fees_held', 200, 'the buyer''s fee of an order paid from the wallet is held separately')) as b (owner, kind, amount, description);
