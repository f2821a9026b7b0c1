create function pg_temp.reviewed(brand text, kol text, rating int default 5, price_minor bigint default 20000) returns void language plpgsql as $$
declare
  v_order uuid := tests.make_order(tests.id(brand), tests.id(kol), 'completed', price_minor);
begin
  perform tests.act_as(tests.id(kol));
  perform public.review_order(v_order, 5, 'Well.');
  perform tests.act_as(tests.id(brand));
  perform public.review_order(v_order, rating, 'Well.');
  perform tests.act_as_owner();
end;
$$;
create function pg_temp.score(who text) returns numeric language sql as $$
  select score / 1000.0 from private.creators where profile_id = tests.id(who)
$$;
select tests.make_member('root', 'brand');
select tests.make_invitee('ann', 'kol', tests.id('root'));
select pg_temp.reviewed('root', 'ann');
select tests.make_invitee('sister', 'brand', tests.id('root'));
select pg_temp.reviewed('sister', 'ann');
select is((select review_count from public.profiles where id = tests.id('ann')), 0, 'reviews by members related by invite do not count');
select is(pg_temp.score('ann'), 0.0, 'and gives no score');
-- Sixteen of the own branch weigh half each: as the square root of 8, and a quarter of that.
select tests.make_invitee('niece ' || n, 'brand', tests.id('sister')) from generate_series(1, 16) as n;
select pg_temp.reviewed('niece ' || n, 'ann') from generate_series(1, 16) as n;
select is(pg_temp.score('ann'), round((3.5 * 5 + 5 * sqrt(8::numeric) / 4) / (5 + sqrt(8::numeric) / 4), 3), 'sixteen of the own branch weigh less than one');
select is((select rating from public.profiles where id = tests.id('ann')), 5.00, 'though the mean is what it is');
-- Three whom staff let in.
select tests.make_member(name, 'kol') from unnest(array['ben', 'cid']) as name;
select tests.make_member('brand ' || n, 'brand') from generate_series(1, 3) as n;
select pg_temp.reviewed('brand ' || n, 'ben') from generate_series(1, 3) as n;
select is(pg_temp.score('ben'), round((3.5 * 5 + 5 * 1.5) / (5 + 1.5), 3), 'three independent ones weigh more');
select ok(pg_temp.score('ben') > pg_temp.score('ann'), 'so they come first');
-- Reviews of orders at a twentieth of the price weigh less, because the weight follows the fee.
select pg_temp.reviewed('brand ' || n, 'cid', 5, 4000) from generate_series(1, 3) as n;
select is(pg_temp.score('cid'), round((3.5 * 5 + 5 * 0.3) / (5 + 0.3), 3), 'a review weighs what the order paid us, up to the full fee');
-- When the trust in an author changes, the score follows without a new review.
select private.override_trust(tests.id('brand 1'), 'trusted');
select private.run_due_work(now());
select is(pg_temp.score('ben'), round((3.5 * 5 + 5 * 2) / (5 + 2), 3), 'the word of a trusted member weighs twice that of a new one');
select tests.make_staff('sam');
select tests.act_as(tests.id('sam'));
select public.suspend_profile(tests.id('brand 1'), false);
select tests.act_as_owner();
select private.run_due_work(now());
select is(pg_temp.score('ben'), round((3.5 * 5 + 5 * 1) / (5 + 1), 3), 'that of a suspended one nothing');
