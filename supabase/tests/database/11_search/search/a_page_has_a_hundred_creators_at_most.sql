-- cast: bob brand, ann kol
-- Rows alone: a hundred members that sign up take too long.
insert into public.profiles (id, role, display_name, referral_code, language, platforms, categories, onboarded_at, is_approved)
select md5('creator ' || n)::uuid, 'kol', 'Creator ' || n, 'CREATOR' || n, 'en', '{x}', '{defi}', now(), true from generate_series(1, 100) as n;
select tests.act_as(tests.id('bob'));
select is((select count(*) from public.search_creators('{}')), 24::bigint, 'twenty-four unless a number is given');
select is((select count(*) from public.search_creators('{}', 'newest', null)), 24::bigint, 'and none is no number');
select is((select count(*) from public.search_creators('{}', 'newest', 100)), 100::bigint, 'at most a hundred');
select is((select count(*) from public.search_creators('{}', 'newest', 101)), 100::bigint, 'whatever the number');
