-- cast: ann kol, ben kol, bob brand
select plan(5 * cardinality(array(select json_object_keys(private.member_lists()))));
-- Gives a profile one word of a list. Every list of words that members choose from is a filter, as platforms are.
create function pg_temp.describe(who text, list text, word int) returns void language plpgsql as $$
begin
  execute format('update public.profiles set %I = array[$1] where id = $2', list) using (private.words(list))[word], tests.id(who);
end;
$$;
select pg_temp.describe('ann', list, 1), pg_temp.describe('ben', list, 2) from json_object_keys(private.member_lists()) as list;
create function pg_temp.found(list text, words text[]) returns text language sql as $$
  select string_agg(m.display_name, ' ' order by m.display_name) from public.search_creators(jsonb_build_object(list, words)) m
$$;
insert into public.saved_searches (profile_id, name, filters)
select tests.id('bob'), list, jsonb_build_object(list, array[(private.words(list))[1]], 'emailNotifications', true)
from json_object_keys(private.member_lists()) as list;
select private.work_match_queue();
select is((select string_agg(data ->> 'profile_name', ' ') from public.notifications where event = 'creator_matched'
  and data ->> 'saved_search_name' = list), 'Ann', list || ': a saved search matches its first word') from json_object_keys(private.member_lists()) as list;
-- True if Ben is queued for matching after a change of that list.
create function pg_temp.matched_anew(list text) returns boolean language sql as $$
  delete from private.match_queue;
  select pg_temp.describe('ben', list, 3);
  select exists (select from private.match_queue)
$$;
select ok(pg_temp.matched_anew(list), list || ': a change is matched') from json_object_keys(private.member_lists()) as list;
select pg_temp.describe('ben', list, 2) from json_object_keys(private.member_lists()) as list;
select tests.act_as(tests.id('bob'));
select is(pg_temp.found(list, array[(private.words(list))[1]]), 'Ann', list || ': a word finds the creators who have it')
from json_object_keys(private.member_lists()) as list;
select is(pg_temp.found(list, array[(private.words(list))[1], (private.words(list))[2]]), 'Ann Ben', list || ': two words find the creators of either')
from json_object_keys(private.member_lists()) as list;
select throws_ok(format('select public.search_creators(%L)', jsonb_build_object(list, array['nowhere'])), 'PT422',
  'filter_value_unknown', list || ': an unknown word is refused') from json_object_keys(private.member_lists()) as list;
