update private.settings set value = 2 where key = 'new_member_conversations_per_day';
select tests.make_member('bob', 'brand');
select tests.make_member('ann' || n, 'kol') from generate_series(1, 4) n;
select tests.by('bob', $$ select public.get_or_create_conversation(tests.id('ann' || n)) from generate_series(1, 2) n $$);
select tests.refused('bob', $$ select public.get_or_create_conversation(tests.id('ann3')) $$, 'PT429', 'rate_limited', 'a new member opens no conversation beyond the limit of the day');
select tests.allowed('bob', $$ select public.get_or_create_conversation(tests.id('ann1')) $$, 'a new member at the limit opens an existing conversation');
update public.profiles set trust_level = 'normal' where id = tests.id('bob');
select tests.allowed('bob', $$ select public.get_or_create_conversation(tests.id('ann3')) $$, 'a member with trust has no limit of conversations');
