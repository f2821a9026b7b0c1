-- Makes a visible review of an order. The rating that people see comes from four honest reviews of 2 stars for
-- 500.00 each, then from twenty accounts of the creator's own branch with 5 stars for 22.50 each, which cost
-- 45.00 in fees.
create function pg_temp.reviewed(brand text, kol text, rating int, price_minor bigint) returns void language sql as $$
  insert into public.reviews (order_id, author_id, subject_id, rating, reveals_at, visible_at)
  values (tests.put_order(tests.id(brand), tests.id(kol), price_minor => reviewed.price_minor, fee_minor => reviewed.price_minor / 10),
    tests.id(brand), tests.id(kol), reviewed.rating, now(), now())
$$;
create function pg_temp.rating(who text) returns text language sql as $$
  select rating || ' of ' || review_count from private.rating_of(tests.id(who))
$$;
select tests.make_member('kol', 'kol');
select tests.make_member('brand ' || n, 'brand') from generate_series(1, 4) as n;
select pg_temp.reviewed('brand ' || n, 'kol', 2, 50000) from generate_series(1, 4) as n;
select is(pg_temp.rating('kol'), '2.00 of 4', 'four reviews of two stars are a rating of two stars');
update private.settings set value = max_value where key = 'unproven_accounts_most';
select tests.make_invitee('friend', 'brand', tests.id('kol'));
select tests.make_invitee('sock ' || n, 'brand', tests.id('friend')) from generate_series(1, 20) as n;
select pg_temp.reviewed('sock ' || n, 'kol', 5, 2250) from generate_series(1, 20) as n;
select is(pg_temp.rating('kol'), '2.25 of 24', 'twenty reviews of the own branch move the rating by a quarter of a star');

select tests.make_member(name, 'kol') from unnest(array['even', 'uneven', 'small']) as name;
select pg_temp.reviewed('brand ' || n, 'even', rating, 5000) from (values (1, 1), (2, 3), (3, 5), (4, 5)) as r (n, rating);
select is(pg_temp.rating('even'), '3.50 of 4', 'the rating of reviews at equal prices is their mean');
update public.profiles set trust_level = 'trusted' where id = tests.id('brand 1');
select is(pg_temp.rating('even'), '3.50 of 4', 'the trust in the authors does not change a rating');
select pg_temp.reviewed('brand 1', 'uneven', 2, 100000);
select pg_temp.reviewed('brand 2', 'uneven', 4, 25000);
select is(pg_temp.rating('uneven'), '3.00 of 2', 'reviews beyond the full earning have equal weight');
select pg_temp.reviewed('brand 1', 'small', 2, 20000);
select pg_temp.reviewed('brand 2', 'small', 5, 10000);
select is(pg_temp.rating('small'), '3.00 of 2', 'a review below the full earning has a weight by the creator''s earnings');
-- Even with the weight 0 for the own branch its reviews make a rating if there are no others.
update private.settings set value = 0 where key = 'same_branch_weight';
select tests.make_invitee('niece', 'kol', tests.id('sock 1'));
select pg_temp.reviewed('sock 2', 'niece', 4, 20000);
select is(pg_temp.rating('niece'), '4.00 of 1', 'reviews of a branch without weight are a rating when there are no others');
