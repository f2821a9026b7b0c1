-- cast: bob brand, bea brand, ann kol
update private.settings set value = 1 where key = 'payouts_per_day';
select tests.make_order(tests.id(name), tests.id('ann'), 'declined') from unnest(array['bob', 'bob', 'bea', 'bea']) as name;
create function pg_temp.ask(name text, amount bigint) returns text language sql as $$
  select tests.by(name, format('select count(*) from public.request_refunds(%s, ''USD'', gen_random_uuid())', amount), 'aal2')
$$;
select lives_ok($$ select pg_temp.ask('bea', 15000) $$, 'a request with two refunds counts as one request');
select lives_ok($$ select pg_temp.ask('bob', 15000) $$, 'a request of another member does not use up the member''s limit');
select is((select count(*)::int from public.payouts), 4, 'each request for a refund was split between two cards');
select tests.unguarded('public.payouts', $$ update public.payouts set created_at = now() - interval '1 hour' where profile_id = tests.id('bob') $$, 'payouts_final');
select throws_ok($$ select pg_temp.ask('bob', 1000) $$, 'PT429', null, 'a later request of the day is refused as the second one');
update private.settings set value = 10 where key = 'payouts_per_day';
create function pg_temp.refuse_opening() returns trigger language plpgsql as $$ begin raise exception 'opened'; end $$;
create trigger payouts_refuse_opening before insert on public.payouts for each row execute function pg_temp.refuse_opening();
select throws_ok($$ select pg_temp.ask('bea', 5001) $$, 'PT409', 'insufficient_funds', 'a request for too much is refused before any refund is opened');
