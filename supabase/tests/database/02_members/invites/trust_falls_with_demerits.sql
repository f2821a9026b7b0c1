select tests.make_member('brand ' || n, 'brand') from generate_series(1, 11) as n;
select tests.make_member('kol', 'kol');
select tests.make_member('other', 'kol');
create function pg_temp.level() returns text language sql as $$
  select trust_level from public.profiles where id = tests.id('kol')
$$;
update public.profiles set created_at = now() - interval '1 year';
select tests.make_order(tests.id('brand ' || n), tests.id('kol'), 'completed', 50000) from generate_series(1, 11) as n;
select private.run_due_work(now() + interval '14 days');
select is(pg_temp.level(), 'trusted', 'eleven counterparties');

-- Late work.
select tests.make_order(tests.id('brand 1'), tests.id('kol'), 'in_progress');
select tests.move_time_as(tests.id('kol'));
select private.deliver_order(tests.order_id(), 'Late.', array['https://example.com/x'], '[]', now() + interval '7 days' + interval '1 second');
select tests.act_as_owner();
select set_eq($$ select kind from private.demerits where profile_id = tests.id('kol') $$, array['late'], 'late work is a demerit');
select private.run_due_work(now() + interval '15 days');
select is(pg_temp.level(), 'trusted', 'one is forgiven by one counterparty more');
select tests.make_order(tests.id('brand 2'), tests.id('kol'), 'in_progress');
select tests.move_time_as(tests.id('kol'));
select private.deliver_order(tests.order_id(), 'In time.', array['https://example.com/x'], '[]', now() + interval '7 days');
select tests.act_as_owner();
select is((select count(*) from private.demerits), 1::bigint, 'work in time is none');
select tests.make_order(tests.id('brand 2'), tests.id('kol'), 'in_progress');
select tests.move_time_as(tests.id('brand 2'));
select private.cancel_order(tests.order_id(), 'Where is it?', now() + interval '8 days');
select tests.act_as_owner();
select private.run_due_work(now() + interval '16 days');
select is(pg_temp.level(), 'normal', 'work that the brand cancels because it is late weighs the same');

-- They lapse.
select private.run_due_work(now() + interval '188 days');
select is(pg_temp.level(), 'trusted', 'after 180 days they are forgotten');

-- A lost dispute.
select tests.make_order(tests.id('brand 3'), tests.id('kol'), 'disputed', 10000);
select tests.make_staff('sam');
select tests.move_time_as(tests.id('sam'));
select tests.hear();
select private.resolve_dispute(tests.order_id(), private.ruling_of('{"creator_share_minor": 2500, "note": "A quarter was done."}'), now() + interval '187 days');
select tests.act_as_owner();
select private.run_due_work(now() + interval '190 days');
select is((select count(*) from private.demerits where kind = 'dispute_lost'), 0::bigint, 'a quarter of the price is not lost');
select tests.make_order(tests.id('brand 3'), tests.id('kol'), 'disputed', 10000);
select tests.move_time_as(tests.id('sam'));
select tests.hear();
select private.resolve_dispute(tests.order_id(), private.ruling_of('{"creator_share_minor": 2499, "note": "Little was done."}'), now() + interval '187 days');
select tests.act_as_owner();
select private.run_due_work(now() + interval '190 days');
select results_eq($$ select profile_id from private.demerits where kind = 'dispute_lost' $$, array[tests.id('kol')], 'less is');
select private.run_due_work(now() + interval '191 days');
select is(pg_temp.level(), 'normal', 'and costs trust');
select tests.make_order(tests.id('brand 4'), tests.id('other'), 'disputed', 10000);
select tests.move_time_as(tests.id('sam'));
select tests.hear();
select private.resolve_dispute(tests.order_id(), private.ruling_of('{"creator_share_minor": 7501, "note": "The work was there."}'), now() + interval '187 days');
select tests.act_as_owner();
select private.run_due_work(now() + interval '190 days');
select results_eq($$ select profile_id from private.demerits where kind = 'dispute_lost' and order_id = tests.order_id() $$,
  array[tests.id('brand 4')], 'a brand loses one in the same way');

-- A chargeback.
update public.profiles set trust_level = 'normal' where id = tests.id('brand 5');
select tests.make_order(tests.id('brand 5'), tests.id('other'), 'completed', 50000);
select private.run_due_work(now() + interval '210 days');
select is((private.trade_record_of(tests.id('other'), now())).counterparties, 1::numeric, 'an order counts');
select tests.act_as_service();
select public.record_chargeback('sandbox', 'test-' || tests.order_id(), tests.order_id(), 50000, 'USD');
select tests.act_as_owner();
select is((private.trade_record_of(tests.id('other'), now())).counterparties, 0::numeric, 'until its payment is taken back');
select is((private.trade_record_of(tests.id('kol'), now())).counterparties, 11::numeric, 'other orders stay as they are');
select results_eq($$ select profile_id from private.demerits where kind = 'chargeback' $$, array[tests.id('brand 5')], 'the brand has a demerit');
select private.run_due_work(now() + interval '211 days');
select is((select trust_level from public.profiles where id = tests.id('brand 5')), 'new', 'and loses its trust');

update private.settings set value = 10 where key = 'trust_counted_most';
select is((private.trade_record_of(tests.id('kol'), now())).counterparties, 10::numeric, 'counterparties above the maximum do not count, so they cannot outweigh demerits');

-- A suspended ring takes everybody's trust in it away.
select tests.act_as(tests.id('sam'));
select public.suspend_profile(tests.id('brand ' || n), false) from generate_series(1, 9) as n;
select tests.act_as_owner();
select private.run_due_work(now() + interval '400 days');
select is(pg_temp.level(), 'new', 'counterparties that are suspended count no more');
