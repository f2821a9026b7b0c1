begin;
select plan(3);
update private.settings set value = 0 where key ~ '_per_(minute|hour|day)$' and key <> 'emails_per_hour';
select tests.make_member('ann', 'kol');
select tests.make_member('bob', 'brand');
select lives_ok($$ insert into public.saved_searches (profile_id, name) values (tests.id('bob'), 'One') $$, 'the owner of the database is not counted');
update private.settings set value = 100 where key ~ '_per_(minute|hour|day)$';
select tests.make_order(tests.id('bob'), tests.id('ann'), 'disputed');
update private.settings set value = 0 where key = 'order_moves_per_hour';
select tests.make_staff('sam');
select tests.act_as(tests.id('sam'));
select lives_ok($$ select public.resolve_dispute(tests.order_id(), 0, 'Nothing was done.') $$, 'staff rule as often as they must');
select tests.act_as(tests.id('ann'));
select throws_ok($$ insert into public.packs (kol_id, title, price_minor, delivery_days, is_published)
  select tests.id('ann'), 'Pack ' || n, 10000, 3, true from generate_series(1, 101) n $$, 'PT429', 'rate_limited', 'members are');
select * from finish();
rollback;
