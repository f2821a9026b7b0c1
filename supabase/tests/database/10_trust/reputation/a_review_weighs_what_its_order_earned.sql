-- cast: kol kol
select tests.make_member('brand ' || n, 'brand') from generate_series(1, 4) as n;
update public.profiles set trust_level = 'trusted' where id = tests.id('brand 1');
create function pg_temp.review(author text, order_id uuid, rating int default 5, visible boolean default true) returns void language sql as $$
  insert into public.reviews (order_id, author_id, subject_id, rating, reveals_at, visible_at)
  values (order_id, tests.id(author), tests.id('kol'), review.rating, now(), case when visible then now() end)
$$;
create function pg_temp.counted() returns text language sql as $$
  select string_agg(r.rating || ' weighs ' || round(r.weight, 4), ', ' order by r.rating, r.weight) from private.counted_reviews(tests.id('kol')) r
$$;
create function pg_temp.weight(status text, price bigint, fee bigint, share bigint, currency text default 'USD', buyer_fee bigint default 0)
returns text language sql as $$
  select tests.answer_after(format($q$ select pg_temp.review('brand 1', tests.put_order(tests.id('brand 1'), tests.id('kol'), %L, %L, %L, %L, now(), %L, %L)) $q$,
    status, price, fee, share, currency, buyer_fee), 'select pg_temp.counted()')
$$;
select is(pg_temp.weight(status, price, fee, share, currency, buyer_fee), wanted,
  format('a review of an order %s for %s %s with a fee of %s and %s for the creator: %s', status, price, currency, fee, share, coalesce(wanted, 'no weight')))
from (values
  -- 20.00 is the least that the creator must have earned, and the fee of the full weight.
  ('completed', 2000, 0, null::bigint, 'USD', 0, '5 weighs 0.0000'), ('completed', 1999, 0, null, 'USD', 0, null),
  ('completed', 2200, 200, null, 'USD', 0, '5 weighs 0.1000'), ('completed', 2200, 201, null, 'USD', 0, null),
  ('completed', 20000, 500, null, 'USD', 500, '5 weighs 0.5000'), ('completed', 40000, 4000, null, 'USD', 0, '5 weighs 1.0000'),
  ('completed', 50000, 5000, null, 'USD', 0, '5 weighs 1.0000'), ('settled', 40000, 1000, 20000, 'USD', 1000, '5 weighs 0.5000'),
  ('settled', 40000, 4000, 2222, 'USD', 0, '5 weighs 0.1110'), ('settled', 40000, 4000, 2221, 'USD', 0, null),
  ('settled', 100000, 10000, 0, 'USD', 0, null), ('completed', 20000000, 10000000, null, 'USDC', 0, null),
  ('completed', 30000000, 10000000, null, 'USDC', 0, '5 weighs 0.5000')
) as cases (status, price, fee, share, currency, buyer_fee, wanted);
update private.settings set value = 0 where key = 'review_full_fee';
select is(pg_temp.weight('completed', 2000, 0, null), '5 weighs 1.0000', 'every review has the full weight when the setting of the full fee is zero');
update private.settings set value = 20 where key = 'review_full_fee';

-- Each author's last review of 90 days counts. Hidden reviews do not, nor those of suspended members or acquaintances.
select pg_temp.review('brand 1', tests.put_order(tests.id('brand 1'), tests.id('kol'), at => now() + make_interval(days => days)), rating)
from (values (0, 1), (90, 2), (179, 3)) as r (days, rating);
select is(pg_temp.counted(), '1 weighs 1.0000, 3 weighs 1.0000', 'only the last review of an author within 90 days counts');
select pg_temp.review('brand 2', tests.put_order(tests.id('brand 2'), tests.id('kol')), 4);
select is(pg_temp.counted(), '1 weighs 1.0000, 3 weighs 1.0000, 4 weighs 0.5000', 'the review of a new member has half the weight');
select pg_temp.review('brand 3', tests.put_order(tests.id('brand 3'), tests.id('kol')), 5, false);
select is(pg_temp.counted(), '1 weighs 1.0000, 3 weighs 1.0000, 4 weighs 0.5000', 'a review that is not visible does not count');
select is((select array_agg(distinct branch_id) from private.counted_reviews(tests.id('kol'))),
  (select array_agg(id order by id) from unnest(array[tests.id('brand 1'), tests.id('brand 2')]) as id), 'each counted review names the branch of its author');
update public.profiles set suspended_at = now() where id = tests.id('brand 1');
select is(pg_temp.counted(), '4 weighs 0.5000', 'the review of a suspended member does not count');
update public.profiles set suspended_at = null where id = tests.id('brand 1');
update public.referrals set inviter_id = tests.id('kol') where invitee_id = tests.id('brand 2');
select is(pg_temp.counted(), '1 weighs 1.0000, 3 weighs 1.0000', 'the review of an acquaintance does not count');
update public.referrals set inviter_id = null where invitee_id = tests.id('brand 2');

select is(round(rating, 2) || ' of ' || review_count || ', score ' || round(score, 6),
  round((sqrt(2.0) * 2 + 4) / (sqrt(2.0) + 1), 2) || ' of 3, score ' || round((3.5 * 5 + sqrt(2.0) * 2 + 0.5 * 4) / (5 + sqrt(2.0) + 0.5), 6),
  'the weights of a branch count as the square root of their sum, and sums below one unchanged')
from private.rating_of(tests.id('kol'));
update private.branches set branch_id = tests.id('brand 1') where profile_id = tests.id('kol');
select is(round(score, 6), round((3.5 * 5 + sqrt(2.0) / 4 * 2 + 0.5 * 4) / (5 + sqrt(2.0) / 4 + 0.5), 6), 'reviews from the member''s own branch have a quarter of the weight')
from private.rating_of(tests.id('kol'));
select private.recompute_rating(tests.id('kol'));
update private.settings set value = 0 where key = 'review_weight_new';
update public.profiles set trust_level = 'new' where id = tests.id('brand 1');
select is(rating || ' of ' || review_count || ', score ' || round(score, 3), '3.48 of 3, score 3.500', 'reviews without weight leave the score at the prior')
from private.rating_of(tests.id('kol'));
select is(rating is null and review_count = 0 and score is null, true, 'a member without reviews has neither rating nor score')
from private.rating_of(tests.id('brand 4'));

select private.recompute_rating(tests.id('kol'));
select results_eq($$ select p.rating, p.review_count, s.rating_score from public.profiles p join private.standings s on s.profile_id = p.id
  where p.id = tests.id('kol') $$, 'values (3.48, 3, 3.500)', 'rating, count and score of a member are recorded');
select is((select score from private.creators where profile_id = tests.id('kol'))::int, 3500, 'the search sorts by the score');
select set_config('tests.row', (select p.ctid || ' ' || s.ctid from public.profiles p join private.standings s on s.profile_id = p.id
  where p.id = tests.id('kol')), true);
select private.recompute_rating(tests.id('kol'));
select is((select p.ctid || ' ' || s.ctid from public.profiles p join private.standings s on s.profile_id = p.id
  where p.id = tests.id('kol')), current_setting('tests.row'), 'a rating that stays the same is not written again');
select is((select count(*) from private.standings where profile_id <> tests.id('kol')), 0::bigint, 'the computation of a rating writes no trust of other members');
select is((select count(*) from public.profiles where rating is not null), 1::bigint, 'the computation of a rating writes no rating of others');

-- A review no longer counts when the payment of its order is charged back and both sides are assessed again.
select set_config('tests.order_id', o.id::text, true) from public.pack_orders o where o.brand_id = tests.id('brand 2');
insert into public.payments (id, provider, provider_ref, payer_id, amount_minor, currency)
values ('00000000-0000-4000-8000-000000000001', 'sandbox', 'p', tests.id('brand 2'), 50000, 'USD');
insert into private.order_funding (order_id, payment_id, amount_minor) values (tests.order_id(), '00000000-0000-4000-8000-000000000001', 50000);
select private.record_provider_dispute('sandbox', 'p', 'dp', 'opened', 50000, 'USD');
select private.work_reassessments(now(), 9);
select is(review_count, 2, 'a review does not count once its order''s payment is charged back') from public.profiles where id = tests.id('kol');
