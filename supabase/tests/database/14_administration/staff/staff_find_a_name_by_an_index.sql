-- cast: ann kol, bea brand, sam staff
create function pg_temp.plan_of(term text) returns text language sql as $$
  select tests.plan_of('select from private.staff_members l where ' || private.term_condition(private.patterns_of(term), private.ids_of_term('members', term)))
$$;
set local enable_seqscan = off;
set local enable_indexscan = off;
-- Another index would do as well for three members, so it is dropped.
drop index public.profiles_newest;
select matches(pg_temp.plan_of('ann'), 'profiles_by_letters', 'a word of a name is found by an index, not in every name');
select matches(pg_temp.plan_of('ann bea'), 'profiles_by_letters', 'two words of a name are found by an index');
reset enable_seqscan;
reset enable_indexscan;
select is(private.term_condition(array['%it''s%'], '{}'), $$private.lower_text(l.found) like '%it''s%'$$, 'a word is quoted in the condition');
select tests.act_as(tests.id('sam'));
select is(public.staff_list('members', '{"term": "nn"}') #>> '{rows,0,display_name}', 'Ann', 'letters within a name find the member');
select is((public.staff_list('members', jsonb_build_object('term', tests.id('bea'))) -> 'total')::int, 1, 'an id finds its member');
select is(public.staff_list('audit') -> 'total', 'null', 'the whole audit log is not counted');
select is(public.staff_list('audit', '{"kind": "no_such_act"}') -> 'total', '0', 'a part of the audit log is counted');
