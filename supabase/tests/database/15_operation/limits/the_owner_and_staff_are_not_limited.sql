-- cast: ann kol, bob brand
select set_config('tests.first', tests.make_order(tests.id('bob'), tests.id('ann'), 'disputed')::text, true);
select set_config('tests.second', tests.make_order(tests.id('bob'), tests.id('ann'), 'disputed')::text, true);
update private.settings set value = 1 where key in ('order_moves_per_hour', 'saved_search_changes_per_hour');
select lives_ok($$ insert into public.saved_searches (profile_id, name) select tests.id('bob'), n::text from generate_series(1, 3) n $$,
  'the owner of the database has no limit');
select tests.make_staff('sam');
select tests.by('sam', $$ select tests.hear(current_setting(kept)::uuid) from unnest(array['tests.first', 'tests.second']) as kept $$);
select tests.allowed('sam', $$ select public.resolve_dispute(current_setting(kept)::uuid, 0, 'Nothing was done.')
  from unnest(array['tests.first', 'tests.second']) as kept $$, 'staff rule without a limit');
select tests.refused('bob', $$ insert into public.saved_searches (name) values ('a'), ('b') $$, 'PT429', 'rate_limited', 'a member has a limit');
