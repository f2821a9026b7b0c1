begin;
select plan(2);
select tests.make_member('bob', 'brand');
insert into public.email_preferences (profile_id, type, mode) values (tests.id('bob'), 'new_kol_match', 'digest');
insert into public.notifications (user_id, type, title, message, data, created_at)
select tests.user_id(tests.id('bob')), 'new_kol_match', 'x', 'y', jsonb_build_object('saved_search_id', 's', 'saved_search_name', 'S',
  'profile_id', n, 'profile_name', 'N' || n), now() from generate_series(1, 30) n;
select private.work_email_digests(now() + interval '1 day');
select is((select digest -> 'searches' -> 0 ->> 'total' from private.email_outbox where template = 'digest'), '30', 'all are counted');
select is((select jsonb_array_length(digest -> 'searches' -> 0 -> 'creators') from private.email_outbox where template = 'digest'), 20, 'twenty are named');
select * from finish();
rollback;
