-- cast: brand brand, ann kol, bob kol
select tests.make_order(tests.id('brand'), kol, 'completed') from unnest(array[tests.id('ann'), tests.id('bob')]) as kol;
select private.run_due_work(now() + interval '14 days');
create temporary table made (nr int, id uuid);
grant all on made to authenticated;
select tests.act_as(tests.id('ann'), 'aal2');
create function pg_temp.request(nr int, amount bigint default 1000) returns uuid language sql as $$
  select (public.request_payout(amount, 'USD', tests.payout_method(), ('00000000-0000-4000-8000-00000000000' || nr)::uuid)).id $$;
insert into made select nr, pg_temp.request(nr) from generate_series(1, 2) as nr;
select tests.act_as(tests.id('bob'), 'aal2');
insert into made select 3, pg_temp.request(1);
select is((select count(distinct id) from made), 3::bigint, 'the same key of another member is another payout');
select is(pg_temp.request(1), (select id from made where nr = 3), 'and each finds their own again');
select tests.act_as(tests.id('ann'), 'aal2');
select results_eq('select pg_temp.request(nr) from generate_series(1, 2) as nr', 'select id from made where nr < 3 order by nr', 'by its key');
select tests.act_as_owner();
update public.profiles set frozen_at = now() where id = tests.id('ann');
select tests.act_as(tests.id('ann'), 'aal2');
select throws_ok('select pg_temp.request(4)', 'PT403', 'profile_frozen', 'a frozen member takes nothing out');
