-- cast: ann kol, bob brand
select tests.act_as(tests.id('bob'));
insert into public.saved_searches (name, filters) select name, filters || '{"emailNotifications": true}'
from (values ('cheap', '{"maxPrice": 10000}'::jsonb), ('dear', '{"minPrice": 60000}'), ('quick', '{"maxDeliveryDays": 3}'),
  ('cheap and quick', '{"maxPrice": 10000, "maxDeliveryDays": 3, "platforms": ["x"]}')) as wanted (name, filters);
select tests.act_as_owner();
create function pg_temp.notified() returns text[] language sql as $$
  select array(select data ->> 'saved_search_name' from public.notifications where type = 'new_kol_match' order by 1)
$$;
select private.work_match_queue();
select is(pg_temp.notified(), '{}', 'who offers nothing matches no price');
select tests.make_pack(tests.id('ann'), 50000);
select private.work_match_queue();
select is(pg_temp.notified(), '{}', 'nor does a price between them');
update public.packs set price_minor = 60000;
select private.work_match_queue();
select is(pg_temp.notified(), '{dear}', 'a raised price');
update public.packs set price_minor = 10000;
select private.work_match_queue();
select is(pg_temp.notified(), '{cheap,dear}', 'a lowered price');
update public.packs set delivery_days = 3;
select private.work_match_queue();
select is(pg_temp.notified(), '{cheap,"cheap and quick",dear,quick}', 'a shorter time');
