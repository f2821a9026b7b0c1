-- cast: bob brand
create function pg_temp.terms() returns text language sql as $$ select string_agg(term, ',' order by term) from private.search_terms $$;
insert into public.saved_searches (profile_id, name, filters)
select tests.id('bob'), term, jsonb_build_object('searchTerm', term, 'emailNotifications', true) from unnest(array['alpha', 'beta', 'gamma', 'delta']) as term;
insert into public.saved_searches (profile_id, name, filters) values (tests.id('bob'), 'again', '{"searchTerm": "beta", "emailNotifications": true}');
delete from public.saved_searches where name in ('alpha', 'beta');
update public.saved_searches set filters = '{"searchTerm": "epsilon", "emailNotifications": true}' where name = 'gamma';
update public.saved_searches set filters = '{"searchTerm": "delta"}' where name = 'delta';
select is(pg_temp.terms(), 'alpha,beta,delta,epsilon,gamma', 'nothing goes at once');
select is(private.work_stale_terms(now() + interval '23 hours'), 0, 'for a day');
update public.saved_searches set filters = '{"searchTerm": "delta", "emailNotifications": true}' where name = 'delta';
update private.settings set value = 3 where key = 'stale_terms_batch';
select private.work_stale_terms(now() + interval '24 hours');
select isnt_empty('select * from private.stale_terms', 'a batch at a time');
select ok((private.run_due_work(now() + interval '24 hours') ->> 'failed')::int = 0, 'by the due work');
select is(pg_temp.terms(), 'beta,delta,epsilon', 'what is in use, or again in use, stays');
select is_empty('select * from private.stale_terms', 'and is looked at no more');
select tests.make_member('ann', 'kol', false);
update public.profiles set bio = 'beta and delta' where id = tests.id('ann');
update public.profiles set is_approved = true where id = tests.id('ann');
select private.work_match_queue();
select set_eq($$ select data ->> 'saved_search_name' from public.notifications where type = 'new_kol_match' $$, array['again', 'delta'], 'and still found');
select throws_ok($$ insert into private.search_terms (term, anchor) values (repeat('a', 101), 0) $$, '23514', null, 'a term has at most a hundred characters');
