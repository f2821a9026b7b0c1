begin;
select plan(2);
select tests.make_member('ann');
update public.profiles set platforms = '{x,discord,x}', categories = '{nft,defi,nft}';
select is(platforms, '{discord,x}'::text[], 'platforms') from public.profiles;
select is(categories, '{defi,nft}'::text[], 'categories') from public.profiles;
select * from finish();
rollback;
