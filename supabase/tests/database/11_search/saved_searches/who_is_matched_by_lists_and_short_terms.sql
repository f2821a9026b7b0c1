-- cast: bob brand, eve brand
create function pg_temp.search(name text, filters jsonb, who text default 'bob') returns void language sql as $$
  insert into public.saved_searches (profile_id, name, filters) values (tests.id(who), search.name, search.filters || '{"emailNotifications": true}')
$$;
select pg_temp.search(list || ' first', jsonb_build_object(list, words[1:1])),
  pg_temp.search(list || ' others', jsonb_build_object(list, words[3:4])),
  pg_temp.search(list || ' either', jsonb_build_object(list, array[words[1], words[3]]))
from json_object_keys(private.member_lists()) as list, private.words(list) as words;
select pg_temp.search('bo', '{"searchTerm": "bo"}');
select pg_temp.search('boo', '{"searchTerm": "boo"}');
select pg_temp.search('of eve', '{}', 'eve');
create function pg_temp.notified(who text) returns text language sql as $$
  select string_agg(n.data ->> 'saved_search_name', ', ' order by n.data ->> 'saved_search_name')
  from public.notifications n where n.event = 'creator_matched' and n.data ->> 'profile_id' = tests.id(who)::text
$$;
-- Returns, sorted and as one text, each list with each of the given names, such as "topics first".
create function pg_temp.of_lists(variadic names text[]) returns text language sql as $$
  select string_agg(list || ' ' || name, ', ' order by list || ' ' || name)
  from json_object_keys(private.member_lists()) as list, unnest(names) as name
$$;
-- Makes a creator who has, in every list, the words at the given places.
create function pg_temp.creator(name text, variadic places int[]) returns void language plpgsql as $$
declare
  v_list text;
begin
  perform tests.make_member(creator.name, 'kol', false);
  for v_list in select json_object_keys(private.member_lists()) loop
    execute format('update public.profiles set %I = array(select (private.words(%L))[place] from unnest($1) as place) where id = $2',
      v_list, v_list) using places, tests.id(creator.name);
  end loop;
  update public.profiles p set display_name = initcap(creator.name) where p.id = tests.id(creator.name);
  insert into public.member_blocks (blocker_id, blocked_id) values (tests.id(creator.name), tests.id('eve'));
  update public.profiles p set is_approved = true where p.id = tests.id(creator.name);
  perform private.work_match_queue();
end;
$$;
select pg_temp.creator('ann', 1);
select is(pg_temp.notified('ann'), pg_temp.of_lists('either', 'first'), 'a creator with the first word of each list matches the searches that name it');
select pg_temp.creator('cid', 3);
select is(pg_temp.notified('cid'), pg_temp.of_lists('either', 'others'), 'a creator with the third word of each list matches the searches that name it');
select pg_temp.creator('dan', 4, 5);
select is(pg_temp.notified('dan'), pg_temp.of_lists('others'), 'a creator with one of several words of each list is a match');
select pg_temp.creator('fay', 5);
select is(pg_temp.notified('fay'), null, 'a creator without any of the words is no match, and a blocked brand is not notified');
select pg_temp.creator('bo', 5);
select is(pg_temp.notified('bo'), 'bo', 'a short term matches a short name from its first letter on');
delete from public.member_blocks;
delete from public.saved_searches where profile_id = tests.id('bob');
select pg_temp.search('later', '{}', 'eve');
select tests.make_member('gus', 'kol');
select private.work_match_queue();
select is(pg_temp.notified('gus'), 'later, of eve', 'a brand that nobody blocks is notified');
