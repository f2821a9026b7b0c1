begin;
select plan(9);
create function pg_temp.counted(feature text) returns int language sql as $$
  select f.creators from private.frequencies f where f.feature = counted.feature
$$;
select tests.make_member('ann', 'kol');
select tests.make_member('hanna', 'kol');
select private.work_match_queue(now());
select is_empty('select from private.frequencies', 'a small market needs none');
update private.settings set value = 1 where key = 'search_steps';
select private.work_match_queue(now());
select is(pg_temp.counted('ann'), 2, 'trigrams, while working');
select is(pg_temp.counted('key: 512'), 2, 'keys');
select is(pg_temp.counted('everyone'), 2, 'and everyone');
select is(pg_temp.counted('hanna'), null, 'what is found once is not worth a row');
select tests.make_member('johanna', 'kol');
select private.work_match_queue(now() + interval '23 hours');
select is(pg_temp.counted('ann'), 2, 'not all the time');
select private.work_match_queue(now() + interval '24 hours');
select is(pg_temp.counted('ann'), 3, 'again after a day');
select is(pg_temp.counted('hanna'), 2, 'five characters that two have');
select is(pg_temp.counted('everyone'), 3, 'everyone again');
select * from finish();
rollback;
