-- cast: ann kol, ben kol, bob brand
update public.profiles set display_name = 'Ann Chain', bio = 'Explains rollups', expertise = '{Zero knowledge}', language = 'de',
  platforms = '{x,youtube}', categories = '{defi,layer2}', follower_counts = '{"x": 5000}', rating = 4.5, is_verified = true
where id = tests.id('ann');
create function pg_temp.found(filters jsonb) returns text[] language sql as $$
  select array(select display_name from public.search_creators(filters) order by 1)
$$;
grant execute on function pg_temp.found to authenticated;
select tests.act_as(tests.id('bob'));
select is(pg_temp.found('{}'), '{Ann Chain,Ben}', 'no filter, every creator');
select is(pg_temp.found('{"searchTerm": "ROLLUPS"}'), '{Ann Chain}', 'term, whatever the case');
select is(pg_temp.found('{"language": "de"}'), '{Ann Chain}', 'language');
select is(pg_temp.found('{"platforms": ["youtube", "discord"]}'), '{Ann Chain}', 'one platform is enough');
select is(pg_temp.found('{"platforms": ["discord"]}'), '{}', 'none is not');
select is(pg_temp.found('{"categories": ["nft", "layer2"]}'), '{Ann Chain}', 'one category is enough');
select is(pg_temp.found('{"followersRanges": ["1k-10k"]}'), '{Ann Chain}', 'range of followers');
select is(pg_temp.found('{"followersRanges": ["0-1k", "1k-10k"]}'), '{Ann Chain,Ben}', 'several ranges');
select is(pg_temp.found('{"rating": 4.5}'), '{Ann Chain}', 'rating, its own value included');
select is(pg_temp.found('{"rating": 4.51}'), '{}', 'rating, above it');
select is(pg_temp.found('{"verified": true}'), '{Ann Chain}', 'verified');
select is(pg_temp.found('{"searchTerm": "rollups", "language": "en"}'), '{}', 'all that are set must match');
select is(pg_temp.found('{"emailNotifications": true}'), '{Ann Chain,Ben}', 'whether e-mails are wanted says nothing about creators');
