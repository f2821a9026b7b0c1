-- cast: bob brand, sus brand, ann kol unapproved, cyd kol unapproved, dan kol unapproved, ben kol
select private.work_match_queue();
insert into public.saved_searches (profile_id, name, filters) values
  (tests.id('bob'), 'on', '{"emailNotifications": true}'), (tests.id('bob'), 'off', '{"emailNotifications": false}'),
  (tests.id('bob'), 'absent', '{}'), (tests.id('bob'), 'changed', '{"platforms": ["discord"], "emailNotifications": true}'),
  (tests.id('bob'), 'removed', '{"emailNotifications": true}'), (tests.id('sus'), 'suspended', '{"emailNotifications": true}'),
  (tests.id('ann'), 'own', '{"emailNotifications": true}'), (tests.id('ben'), 'rival', '{"emailNotifications": true}');
update public.saved_searches set filters = '{"platforms": ["x"], "emailNotifications": true}' where name = 'changed';
delete from public.saved_searches where name = 'removed';
update public.profiles set suspended_at = now() where id = tests.id('sus');
update public.profiles set is_approved = true where id = tests.id('ann');
select private.work_match_queue();
select set_eq($$ select data ->> 'saved_search_name' from public.notifications where type = 'new_kol_match' $$, array['on', 'changed', 'rival'],
  'a match is notified if the saved search now has notifications on, and its owner is another member who is not suspended');
-- Two more creators match during the member's suspension. One is then suspended, and the other blocks the member.
update public.profiles set is_approved = true where id in (tests.id('cyd'), tests.id('dan'));
select private.work_match_queue();
update public.profiles set suspended_at = now() where id = tests.id('cyd');
insert into public.member_blocks (blocker_id, blocked_id) select tests.id('dan'), tests.id('sus');
update public.profiles set suspended_at = null where id = tests.id('sus');
create function pg_temp.named() returns setof text language sql as $$
  select n.data ->> 'profile_name' from public.notifications n where n.data ->> 'saved_search_name' = 'suspended' $$;
select is_empty('select pg_temp.named()', 'the end of a suspension sends no notifications at once, because many may end together');
select private.work_match_queue();
select bag_eq('select pg_temp.named()', $$ values ('Ann') $$, 'after a suspension a member is notified of matches that came during it and still match');
update public.profiles set suspended_at = now() where id = tests.id('sus');
update public.profiles set suspended_at = null where id = tests.id('sus');
select private.work_match_queue();
select bag_eq('select pg_temp.named()', $$ values ('Ann') $$, 'a second suspension repeats no notification');
update public.profiles set suspended_at = now() where id = tests.id('sus');
delete from public.saved_searches where name <> 'on';
select is((select count(*) from private.filter_keys), 1::bigint, 'a deleted search leaves no keys');
update public.saved_searches set filters = '{"emailNotifications": false}';
select is_empty('select * from private.filter_keys', 'a saved search with notifications turned off has no rows in filter_keys');
select tests.refused('sus', $$ insert into public.saved_searches (name) values ('More') $$, '42501', null, 'a suspended member cannot save a search');
