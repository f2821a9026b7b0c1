-- cast: bob brand, ann kol
select plan(6);
-- The rows are inserted directly, because signing up a hundred members takes too long.
insert into public.profiles (id, role, display_name, referral_code, language, platforms, categories, onboarded_at, is_approved)
select md5('creator ' || n)::uuid, 'kol', 'Creator ' || n, 'CREATOR' || n, 'en', '{x}', '{defi}', now(), true from generate_series(1, 100) as n;
select tests.act_as(tests.id('bob'));
select is((select count(*) from public.search_creators('{}')), 24::bigint, 'a page has 24 creators by default');
select is((select count(*) from public.search_creators('{}', 'newest', size)), found, format('a page of %s has %s creators', coalesce(size::text, 'no size'), found))
from (values (null, 24::bigint), (0, 1), (3, 3), (100, 100), (101, 100)) as page (size, found);
