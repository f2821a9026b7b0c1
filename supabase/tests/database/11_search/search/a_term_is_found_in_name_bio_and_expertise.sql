-- cast: ann kol, bob brand
update public.profiles set display_name = 'Ann Öz', bio = E'50% off_chain \\ C# and AI\nevery day', expertise = '{Zero knowledge,MEV}'
where id = tests.id('ann');
create function pg_temp.found(term text) returns boolean language sql as $$
  select exists (select from public.search_creators(jsonb_build_object('searchTerm', term)))
$$;
select tests.act_as(tests.id('bob'));
select ok(pg_temp.found('ann'), 'a term is found in the name');
select ok(pg_temp.found('ÖZ'), 'letters beyond ASCII are found in any case');
select ok(pg_temp.found(E'o\u0308z'), 'composed and decomposed letters are the same');
select ok(pg_temp.found('mev'), 'a term is found in the expertise');
select ok(pg_temp.found('ero know'), 'a term is found inside a word and across words');
select ok(pg_temp.found('ai every'), 'a line break is a space');
select ok(pg_temp.found(' c# '), 'a term of two letters is found without its spaces');
select ok(pg_temp.found('0%'), 'a percent sign is found');
select ok(pg_temp.found('f_c'), 'an underscore is found');
select ok(pg_temp.found('\'), 'a backslash is found');
select ok(not pg_temp.found('5%f'), 'a percent sign stands for no other text');
select ok(not pg_temp.found('f-c'), 'an underscore stands for no other letter');
select ok(not pg_temp.found('öz zero'), 'a term does not reach from one field into the next');
select ok(not pg_temp.found('knowledge mev'), 'a term does not reach from one expertise into the next');
select ok(not pg_temp.found(E'\u00f6z\x1fzero'), 'a term that contains the separator is not found');
