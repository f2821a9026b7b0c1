select is_empty($$
  select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
$$, 'nothing exposed acts with the rights of its owner');
select is_empty($$
  select p.oid::regprocedure from pg_proc p
  where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosecdef and not coalesce(p.proconfig @> array['search_path=""'], false)
$$, 'whatever does so names the schema of what it uses');
-- A setting would keep these from being inlined into the plans of search, matching and finding.
select set_eq($$
  select p.proname::text from pg_proc p
  where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and not coalesce(p.proconfig @> array['search_path=""'], false)
$$, array['creator_satisfies', 'facet_key', 'language_code', 'lower_text'], 'and so does everything else, but for four expressions');
