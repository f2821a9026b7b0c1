create function pg_temp.counted(name text) returns numeric language sql as $$
  select (private.trade_record_of(tests.id(name), now())).counterparties
$$;
create function pg_temp.trade(brand text, kol text) returns void language sql as $$
  select tests.make_order(tests.id(brand), tests.id(kol), 'completed', 50000);
  update private.holds set cleared_at = now() where cleared_at is null
$$;
select tests.make_member('root', 'brand');
select tests.make_invitee('ann', 'kol', tests.id('root'));
select pg_temp.trade('root', 'ann');
select is(pg_temp.counted('ann'), 0::numeric, 'a member who invited the creator does not count as a counterparty');
select is(pg_temp.counted('root'), 0::numeric, 'a member whom the brand invited does not count as a counterparty');
select tests.make_invitee('sister', 'brand', tests.id('root'));
select pg_temp.trade('sister', 'ann');
select is(pg_temp.counted('ann'), 0::numeric, 'a member invited by the same member does not count as a counterparty');
select tests.make_invitee('niece ' || n, 'brand', tests.id('sister')) from generate_series(1, 3) as n;
select pg_temp.trade('niece ' || n, 'ann') from generate_series(1, 3) as n;
select is(pg_temp.counted('ann'), 0.75, 'other counterparties of the creator''s own branch count a quarter');
select tests.make_member('far', 'brand');
select tests.make_invitee('far ' || n, 'brand', tests.id('far')) from generate_series(1, 4) as n;
select pg_temp.trade('far ' || n, 'ann') from generate_series(1, 4) as n;
select is(pg_temp.counted('ann'), 2.5, 'the first counterparty of another branch counts fully, each further one a quarter');
select tests.make_member('free ' || n, 'brand') from generate_series(1, 3) as n;
select pg_temp.trade('free ' || n, 'ann') from generate_series(1, 3) as n;
select is(pg_temp.counted('ann'), 5.5, 'a member with an invite of the market is a branch of their own');
-- Invites that staff issued, or personal codes of members who are staff now, begin a branch for each member.
select tests.make_staff('sam');
select tests.make_invitee('guest ' || n, 'brand', tests.id('sam')) from generate_series(1, 2) as n;
select pg_temp.trade('guest ' || n, 'ann') from generate_series(1, 2) as n;
select is(pg_temp.counted('ann'), 7.5, 'a member with an invite of staff is a branch of their own');
select is((select count(distinct branch_id) from private.branches
  where profile_id in (select tests.id('far ' || n) from generate_series(1, 4) as n)), 1::bigint, 'all members of a branch have one root');
update public.profiles set suspended_at = now() where id = tests.id('free 1');
select is(pg_temp.counted('ann'), 6.5, 'a suspended member does not count as a counterparty');
