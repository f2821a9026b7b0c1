-- cast: brand brand, kol kol
update public.profiles set trust_level = 'normal' where id = tests.id('kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
update public.profiles set trust_level = 'trusted' where id = tests.id('kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
update public.profiles set trust_level = 'new' where id = tests.id('kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select is(private.run_due_work(now() + interval '3 days' - interval '1 second') ->> 'holds_cleared', '0', 'nothing clears early');
select is(private.run_due_work(now() + interval '3 days') ->> 'holds_cleared', '1', 'three days for the trusted');
select is(private.run_due_work(now() + interval '7 days') ->> 'holds_cleared', '1', 'seven for most');
select is(private.run_due_work(now() + interval '14 days' - interval '1 second') ->> 'holds_cleared', '0', 'a change of trust does not reach back');
select is(private.run_due_work(now() + interval '14 days') ->> 'holds_cleared', '1', 'fourteen for the new');
select is(tests.balance(tests.id('kol'), 'available'), 27000::bigint, 'pending became available');
select is(tests.balance(tests.id('kol'), 'pending'), 0::bigint, 'all of it');
select is(tests.balance(null, 'revenue'), 3000::bigint, 'fees held became revenue');
select is(tests.balance(null, 'fees_held'), 0::bigint, 'all of them');
