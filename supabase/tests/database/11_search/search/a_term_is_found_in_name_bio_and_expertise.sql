-- cast: ann kol, bob brand
update public.profiles set display_name = 'Ann Öz', bio = E'50% off_chain \\ C# and AI\nevery day', expertise = '{Zero knowledge,MEV}'
where id = tests.id('ann');
create function pg_temp.found(term text) returns boolean language sql as $$
  select exists (select from public.search_creators(jsonb_build_object('searchTerm', term)))
$$;
grant execute on function pg_temp.found to authenticated;
select tests.act_as(tests.id('bob'));
select ok(pg_temp.found('ann'), 'name');
select ok(pg_temp.found('ÖZ'), 'letters beyond ASCII, whatever the case');
select ok(pg_temp.found(E'o\u0308z'), 'however they are composed');
select ok(pg_temp.found('mev'), 'expertise');
select ok(pg_temp.found('ero know'), 'inside a word and across words');
select ok(pg_temp.found('ai every'), 'a line break is a space');
select ok(pg_temp.found(' c# '), 'a term without three letters, trimmed');
select ok(pg_temp.found('0%'), 'a percent sign');
select ok(pg_temp.found('f_c'), 'an underscore');
select ok(pg_temp.found('\'), 'a backslash');
select ok(not pg_temp.found('5%f'), 'none of them stands for anything else');
select ok(not pg_temp.found('f-c'), 'an underscore is no dot');
select ok(not pg_temp.found('öz zero'), 'a term does not reach from one field into the next');
select ok(not pg_temp.found('knowledge mev'), 'nor from one expertise into the next');
select ok(not pg_temp.found(E'\u00f6z\x1fzero'), 'not even a term that holds the separator');
