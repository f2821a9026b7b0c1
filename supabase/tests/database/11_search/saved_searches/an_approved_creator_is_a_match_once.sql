-- cast: bob brand
select tests.by('bob', $$ insert into public.saved_searches (name, filters) values ('DeFi on X', '{"platforms": ["x"], "categories": ["defi"], "emailNotifications": true}') $$);
select tests.make_member('ann', 'kol', false);
select private.work_match_queue();
select is_empty($$ select * from public.notifications where type = 'new_kol_match' $$, 'a creator who waits for approval is no match');
update public.profiles set is_approved = true where id = tests.id('ann');
select is_empty($$ select * from public.notifications where type = 'new_kol_match' $$, 'an approval leaves the matching to the queue''s worker');
select is(private.work_match_queue(), 1, 'the worker notifies the match of an approved creator');
select results_eq($$ select user_id, title, message, data ->> 'profile_id', data ->> 'saved_search_id', data ->> 'saved_search_name'
  from public.notifications where type = 'new_kol_match' $$,
  $$ select tests.user_id(tests.id('bob')), 'New KOL Match Found!', 'Ann matches your saved search "DeFi on X"',
    tests.id('ann')::text, id::text, name from public.saved_searches $$, 'the notice names the creator and the saved search');
select is(private.work_match_queue(), 0, 'a second run notifies no match again');
update public.profiles set platforms = '{youtube}' where id = tests.id('ann');
select private.work_match_queue();
update public.profiles set platforms = '{x}' where id = tests.id('ann');
select is(private.work_match_queue(), 0, 'a creator who matches again is not notified again');
update public.profiles set suspended_at = now() where id = tests.id('ann');
update public.profiles set suspended_at = null where id = tests.id('ann');
select is(private.work_match_queue(), 0, 'a creator whose suspension ended is not notified again');

-- Counts the creators that are new since the member last looked.
select tests.make_member('ida', 'kol'), tests.make_member('eve', 'brand');
update public.profiles set platforms = '{x}', categories = '{defi}' where id = tests.id('ida');
select private.work_match_queue();
create function pg_temp.fresh(name text) returns int language sql as $$
  select tests.answer(name, 'select m.creators from public.new_matches() m join public.saved_searches s on s.id = m.saved_search_id')::int
$$;
select is(pg_temp.fresh('bob'), 2, 'a member reads how many creators a search has found since they last looked');
savepoint before;
update public.profiles set suspended_at = now() where id = tests.id('ann');
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('ida'), tests.id('bob'));
select is(pg_temp.fresh('bob'), null, 'creators who were suspended since, or blocked the member, are not counted');
rollback to before;
update public.saved_searches set filters = '{"platforms": ["youtube"], "emailNotifications": true}';
select is(pg_temp.fresh('bob'), null, 'creators who do not satisfy the changed filters are not counted');
rollback to before;
select is(pg_temp.fresh('eve'), null, 'another member reads none of the matches');
select set_config('tests.search', (select s.id::text from public.saved_searches s), true);
select tests.gets('eve', $$ select public.mark_matches_read(current_setting('tests.search')::uuid) $$, '0', 'nobody marks the matches of another member as read');
select tests.by('bob', 'select public.mark_matches_read(s.id) from public.saved_searches s');
select is(pg_temp.fresh('bob'), null, 'opening the list of the search marks its creators as read');
