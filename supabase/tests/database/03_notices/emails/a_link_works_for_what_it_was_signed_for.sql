-- cast: ann kol, ben kol
select plan(14);
select set_config('tests.token', private.unsubscribe_token(tests.id('ann'), 'order_update'), true);
select set_config('tests.old', private.unsubscribe_token(tests.id('ann'), 'order_update', now() - interval '366 days'), true);
select set_config('tests.last', private.unsubscribe_token(tests.id('ann'), 'order_update', now() - interval '365 days'), true);
select set_config('tests.nobody', private.unsubscribe_token(gen_random_uuid(), 'order_update'), true);
select is(split_part(private.unsubscribe_token(tests.id('ann'), 'x', at), '.', 3), day, 'signed on day ' || day) from (values
  (timestamptz 'epoch', '0'), (timestamptz 'epoch' + interval '19000 days', '19000'),
  (timestamptz 'epoch' + interval '19001 days' - interval '1 second', '19000')) as d (at, day);
select is((select count(*) from regexp_split_to_table(current_setting('tests.token'), '\.')), 4::bigint, 'member, types, day and signature');
select tests.act_as_anon();
select throws_ok(format('select public.unsubscribe(%L)', token), 'PT422', 'unsubscribe_invalid', what) from (values
  (replace(current_setting('tests.token'), 'order_update', 'payment_received'), 'another kind'),
  (replace(current_setting('tests.token'), tests.id('ann')::text, tests.id('ben')::text), 'another member'),
  (left(current_setting('tests.token'), -1) || case when current_setting('tests.token') like '%0' then '1' else '0' end, 'another signature'),
  (current_setting('tests.nobody'), 'a member that does not exist'), ('', 'nothing'), (null, 'nothing at all'), ('a.b.c', 'nonsense')
) as wrong (token, what);
select throws_ok($$ select public.unsubscribe(current_setting('tests.old')) $$, 'PT422', 'unsubscribe_invalid', 'one of more than a year ago');
select lives_ok($$ select public.unsubscribe(current_setting('tests.last')) $$, 'one of a year ago');
select lives_ok($$ select public.unsubscribe(current_setting('tests.token')) $$, 'the real one');
