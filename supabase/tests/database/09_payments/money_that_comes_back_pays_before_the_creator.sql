-- cast: brand brand, kol kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'funded');
select set_config('tests.other', tests.order_id()::text, true);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.charge_back(tests.payment(), null, 'd');
select tests.by('brand', $$ select public.cancel_order(current_setting('tests.other')::uuid) $$);
select private.record_provider_dispute('sandbox', (tests.payment()).provider_ref, 'd', 'lost', 10000, 'USD');
select private.work_chargebacks(now() + interval '8 days');
select results_eq('select status, payment_disputed_at is null from public.pack_orders where id = tests.order_id()',
  $$ values ('delivered', true) $$, 'an order goes on when money that came back covers the lost dispute');
select is(tests.balance(tests.id('brand'), 'wallet'), 0::bigint, 'money that came back pays the debt');
select results_eq('select brand_minor, creator_minor, owed_minor from private.chargebacks', $$ values (10000::bigint, 0::bigint, 0::bigint) $$,
  'the brand bears a lost dispute that its money covers');

-- Opens two disputes of one brand, of which that one is lost first; returns how much the brand pays of the older
-- dispute, which is paid first in both cases.
create function pg_temp.outcome(lost_first text) returns text language plpgsql as $$
declare
  v_other uuid;
  v_ref text;
begin
  perform tests.make_member('shop ' || lost_first, 'brand');
  v_other := tests.make_order(tests.id('shop ' || lost_first), tests.id('kol'), 'funded');
  foreach v_ref in array array['older', 'newer'] loop
    update public.profiles set frozen_at = null where id = tests.id('shop ' || lost_first);
    perform tests.make_order(tests.id('shop ' || lost_first), tests.id('kol'), 'delivered');
    perform private.record_provider_dispute('sandbox', (tests.payment()).provider_ref, v_ref || lost_first, 'opened', 10000, 'USD',
      now() - case v_ref when 'older' then interval '1 hour' else '0' end);
  end loop;
  perform tests.by('shop ' || lost_first, format('select public.cancel_order(%L)', v_other));
  perform private.record_provider_dispute('sandbox', (select c.payment_ref from private.chargebacks c where c.provider_ref = lost_first || lost_first),
    lost_first || lost_first, 'lost', 10000, 'USD');
  perform private.work_chargebacks(now() + interval '8 days') from generate_series(1, 3);
  return (select c.brand_minor::text from private.chargebacks c where c.provider_ref = 'older' || lost_first);
end;
$$;
select is(pg_temp.outcome('older'), '10000', 'the older dispute is paid first when it is lost first');
select is(pg_temp.outcome('newer'), '10000', 'the older dispute is paid first when it is lost last');
