create function pg_temp.valid(part jsonb) returns boolean language sql as $$
  select private.milestones_are_valid(jsonb_build_array(jsonb_build_object('title', 'Part', 'amount_minor', 1) || part))
$$;
select is(pg_temp.valid(part), wanted, format('a milestone with %s is %s', left(part::text, 60), case when wanted then 'accepted' else 'refused' end)) from (values
  ('{}'::jsonb, true), (jsonb_build_object('title', repeat('x', 120)), true), (jsonb_build_object('title', repeat('x', 121)), false),
  ('{"title": "x"}', true), ('{"title": ""}', false), ('{"title": " x"}', false), ('{"title": "x "}', false), ('{"title": "a\nb"}', false),
  ('{"title": "Confirm: https://evil.example/login"}', false),
  (jsonb_build_object('title', 'a' || repeat(chr(769), 8)), false), (jsonb_build_object('title', 'a' || repeat(chr(769), 7)), true),
  (jsonb_build_object('title', 'a' || chr(8203) || 'b'), false), ('{"title": 1}', false), ('{"title": null}', false), ('{"amount_minor": 0}', false),
  ('{"amount_minor": -1}', false), ('{"amount_minor": "1"}', false), ('{"amount_minor": 9999999999999999}', true),
  ('{"amount_minor": 10000000000000000}', false), ('{"more": 1}', false)
) as c (part, wanted);
select is(private.milestones_are_valid('[]'), true, 'an order without milestones is valid');
select is(private.milestones_are_valid('{}'), false, 'milestones that are no list are refused');
select is(private.milestones_are_valid('["Part"]'), false, 'a list of texts is no list of milestones');
-- Milestones sum to the price of their own order, whatever other orders have.
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'pending_payment', '{4000,6000}');
select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'pending_payment', '{2000,3000}');
select lives_ok('set constraints all immediate', 'milestones of two orders are compared with the price of their own order');
select throws_ok($$ insert into public.order_milestones (order_id, position, title, amount_minor) values (tests.order_id(), 3, 'More', 1) $$,
  'PT422', 'milestones_not_the_price', 'milestones that exceed the price of their order are refused');
set constraints all deferred;
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', 5000);
select throws_ok($$ insert into public.order_milestones (order_id, position, title, amount_minor) values (tests.order_id(), 1, 'All', 5000);
  set constraints all immediate $$, 'PT422', 'milestones_not_the_price', 'an order that was placed without milestones cannot get one');
select is((select count(*) from public.order_milestones), 4::bigint, 'a refused milestone is not written');
