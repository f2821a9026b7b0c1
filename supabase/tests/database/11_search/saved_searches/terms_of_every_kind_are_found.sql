-- cast: bob brand
insert into public.saved_searches (profile_id, name, filters)
select tests.id('bob'), term, jsonb_build_object('searchTerm', term, 'emailNotifications', true) from unnest(array[
  'AI', 'c#', '🚀', '区', '区块链', 'Ünïcode', 'efi educ', '100%', 'a_b', 'off-ch', 'z', 'q', 'nothing of it', '1%0', 'aqza'
]) as term;
select is((select anchor from private.filter_keys where term = 'ai'), 0, 'a term of two letters has no anchor');
select isnt((select anchor from private.filter_keys where term = 'efi educ'), 0, 'a term of eight letters has an anchor');
select tests.make_member('ann', 'kol', false);
update public.profiles set bio = 'DeFi educator, AI and C# 🚀 区块链 ünïcode 100% a_b off-chain zq' where id = tests.id('ann');
update public.profiles set is_approved = true where id = tests.id('ann');
select private.work_match_queue();
select set_eq($$ select data ->> 'saved_search_name' from public.notifications where type = 'new_kol_match' $$,
  array['AI', 'c#', '🚀', '区', '区块链', 'Ünïcode', 'efi educ', '100%', 'a_b', 'off-ch', 'z', 'q'], 'terms of every script and length match the text that has them, and no other');
