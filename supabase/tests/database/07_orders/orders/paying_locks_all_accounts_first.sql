-- Tests private.record_payment, post_escrow and others.
-- ledger: made by hand
-- cast: brand brand, kol kol, other kol kol, other brand brand
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined');
create temporary table paid as select (tests.payment()).*;
-- Makes orders until one has its escrow on another shard than the paid order, because a lock that this
-- transaction already holds would prove nothing.
do $$ begin
  loop
    perform tests.make_order(tests.id('brand'), tests.id('other kol'), 'pending_payment');
    exit when private.platform_account('fees_held', 'USD', tests.order_id())
      <> (select private.platform_account('fees_held', 'USD', order_id) from paid);
  end loop;
end $$;
select private.order_accounts(o) from public.pack_orders o where o.id = tests.order_id();
create function pg_temp.locked(command text) returns text[] language sql as $$
  select array_agg(a.kind order by a.kind)
  from unnest(tests.locked_rows(command, 'private.accounts')) as l (id) join private.accounts a on a.id::text = l.id $$;
-- Makes every move of an order fail, so that the test sees only the locks taken before it.
create function pg_temp.fail() returns trigger language plpgsql as $$ begin raise 'no move'; end $$;
create trigger no_order_moves before update on public.pack_orders for each row when (current_setting('tests.no_moves', true) = 'on')
  execute function pg_temp.fail();
select is(pg_temp.locked($$ do $x$ begin
    perform set_config('tests.no_moves', 'on', true);
    perform private.record_payment('sandbox', 'card', tests.order_id(), 10000, 'USD');
  exception when others then null; end $x$ $$),
  '{cash,escrow,fees_held,pending,wallet}', 'a payment locks all accounts of its order and cash before it writes');
select ok(tests.takes_lock(format('select private.%s', call), 'payment sandbox card'), 'a report about one payment locks its reference: ' || call)
from unnest(array[
  $$lock_payment_reference('sandbox', 'card')$$,
  $$record_payment('sandbox', 'card', null, 100, 'USD')$$,
  $$record_chargeback('sandbox', 'card', null, 100, 'USD')$$,
  $$record_provider_dispute('sandbox', 'card', 'dp', 'opened', 100, 'USD')$$,
  $$record_provider_refund('sandbox', 'card', 're', 100, 'USD')$$]) as call;
select ok(tests.takes_lock($$ select private.record_provider_dispute('sandbox', 'card', 'dp', 'opened', 100, 'USD') $$, 'chargeback sandbox dp'),
  'a report about a dispute locks its reference');
create trigger no_entries before insert on private.entries for each row when (current_setting('tests.no_entries', true) = 'on')
  execute function pg_temp.fail();
select tests.move_time_as(tests.id('brand'));
select is(pg_temp.locked($$ do $x$ begin
    perform set_config('tests.no_entries', 'on', true);
    perform public.pay_from_wallet(tests.order_id());
  exception when others then null; end $x$ $$),
  '{escrow,fees_held,pending,wallet}', 'paying from the wallet locks all accounts of the order before money moves');
select ok(tests.takes_lock($$ select public.pay_from_wallet(tests.order_id()) $$, 'spending of ' || tests.id('brand')), 'paying from the wallet locks the brand''s spending');
select ok(tests.takes_lock($$ select tests.refund((select id from paid), 1, gen_random_uuid()) $$, 'spending of ' || tests.id('brand')), 'a refund locks the brand''s spending');
select tests.act_as_owner();
select ok(tests.takes_lock($$ select tests.charge_back((select p from public.payments p where id = (select id from paid))) $$, 'spending of ' || tests.id('brand')),
  'a chargeback locks the brand''s spending');
-- The brand's spending is not locked yet, so its refund and chargebacks are inserted directly.
select tests.make_order(tests.id('other brand'), tests.id('kol'), 'declined');
create temporary table back as select (tests.payment()).*;
insert into public.payouts (profile_id, amount_minor, currency, method, source, payment_id, provider, idempotency_key)
select tests.id('other brand'), 900, 'USD', 'card', 'wallet', id, 'sandbox', gen_random_uuid() from back;
select private.post_transfer('payout_requested', array[private.member_account(tests.id('other brand'), 'wallet', 'USD'),
  private.member_account(tests.id('other brand'), 'in_transit', 'USD')], array[-900, 900]);
insert into private.chargebacks (provider, provider_ref, payment_ref, payment_id, brand_id, amount_minor, currency, loss_minor)
select 'sandbox', 'opened', provider_ref, id, tests.id('other brand'), 100, 'USD', 100 from back;
-- Makes a chargeback whose loss is booked to an account that is not locked yet.
insert into private.chargebacks (id, provider, provider_ref, payment_ref, payment_id, brand_id, amount_minor, currency, loss_minor)
select c.id, 'sandbox', 'another', provider_ref, back.id, tests.id('other brand'), 5, 'USD', 5
from back, (select ('00000000-0000-4000-8000-00000000000' || to_hex(n))::uuid as id from generate_series(0, 15) as n) as c
where not exists (select from public.payments p where right(p.id::text, 1) = right(c.id::text, 1)) limit 1;
update public.profiles set frozen_at = now() where id = tests.id('other brand');

create function pg_temp.reported(what text) returns jsonb language sql as $$
  select case what
    when 'refund' then private.record_provider_refund('sandbox', provider_ref, 're', 900, 'USD')
    when 'won' then private.record_provider_dispute('sandbox', provider_ref, 'opened', 'won', 100, 'USD')
    when 'won before it was opened' then private.record_provider_dispute('sandbox', provider_ref, 'unheard', 'won', 100, 'USD') end
  from back $$;
select is(tests.locked_rows(format('select pg_temp.reported(%L)', what), 'public.payments'), array[(select id::text from back)], 'a report locks its payment: ' || what)
from unnest(array['refund', 'won before it was opened']) as what;
select ok(tests.takes_lock(format('select pg_temp.reported(%L)', what), 'spending of ' || tests.id('other brand')), 'a report locks the spending of the payer: ' || what)
from unnest(array['refund', 'won']) as what;
select ok(private.platform_account('loss', 'USD', c.id)::text = any (tests.locked_rows('select pg_temp.reported($$won$$)', 'private.accounts')),
  'a dispute that is won locks the market''s other losses on the payment') from private.chargebacks c where c.provider_ref = 'another';
select tests.move_time_as(tests.make_staff('stella'));
select ok(tests.takes_lock($$ select private.unfreeze_profile(tests.id('other brand'), 'x', tests.causes(tests.id('other brand'))) $$, 'spending of ' || tests.id('other brand')), 'lifting a freeze locks the brand''s spending');
