-- Tests post_outcome, post_milestone, post_tip, lock_offer, open_suspension and lock_profile_for_staff: all accounts are locked before anything is written.
-- cast: brand brand, kol kol
create function pg_temp.fail() returns trigger language plpgsql as $$ begin raise 'no entry'; end $$;
create trigger no_entries before insert on private.entries for each row when (current_setting('tests.no_entries', true) = 'on')
  execute function pg_temp.fail();
create function pg_temp.attempt(command text) returns text language sql as $$
  select format('do $x$ begin perform set_config(''tests.no_entries'', ''on'', true); %s; exception when others then null; end $x$', command)
$$;
create function pg_temp.locked(command text) returns text[] language sql as $$
  select array_agg(a.kind order by a.kind)
  from unnest(tests.locked_rows(pg_temp.attempt(command), 'private.accounts')) as l (id) join private.accounts a on a.id::text = l.id
$$;
-- The test finds no lock that this transaction already holds on an unchanged account, so each act has an order
-- of its own.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.move_time_as(tests.id('brand'));
select ok(pg_temp.locked('perform public.complete_order(tests.order_id())') @> '{escrow}', 'a completion locks the escrow before money moves');
select is(tests.takes_lock('select public.complete_order(tests.order_id())', 'spending of ' || tests.id('brand')), false, 'a completion does not lock the brand''s spending');
select tests.act_as_owner();
select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'delivered');
select tests.move_time_as(tests.id('brand'));
select ok(pg_temp.locked($$ perform public.accept_milestone(tests.order_id(), (private.next_milestone(tests.order_id())).id) $$) @> '{escrow}',
  'an accepted milestone locks the escrow before money moves');
select tests.act_as_owner();
select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', 20000);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed', 10000);
select tests.move_time_as(tests.id('brand'));
select ok(pg_temp.locked($$ perform public.tip_order(tests.order_id(), 500, '', gen_random_uuid()) $$) @> '{wallet}', 'a tip locks the wallet before money moves');
select ok(tests.takes_lock($$ select public.tip_order(tests.order_id(), 500, '', gen_random_uuid()) $$, 'spending of ' || tests.id('brand')), 'a tip locks the brand''s spending');
-- Tests the rows that acts decide about.
select tests.act_as_owner();
select tests.make_offer(tests.id('kol'), tests.id('brand'));
select tests.move_time_as(tests.id('brand'));
select is(tests.locked_rows(format('select private.lock_offer(%L)', tests.offer_id()), 'public.offers'), array[tests.offer_id()::text], 'an answer to an offer locks the offer');
select tests.act_as_owner();
select tests.make_staff('sam');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.move_time_as(tests.id('sam'));
select ok(tests.order_id()::text = any (tests.locked_rows(format('select private.lock_profile_for_staff(%L, array[%1$L]::uuid[])', tests.id('kol')), 'public.pack_orders')),
  'a decision about a member locks the orders whose deadlines it stops');
select private.suspend_profile(tests.id('kol'), false, 'conduct', 'Insults.');
select is(cardinality(tests.locked_rows(format('select private.open_suspension(%L)', tests.id('kol')), 'public.suspensions')), 1, 'a decision about a suspension locks it');
