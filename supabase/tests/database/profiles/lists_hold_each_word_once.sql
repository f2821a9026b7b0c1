begin;
select plan(3);
select tests.make_member('ann');
update public.profiles set platforms = '{x,discord,x}', categories = '{nft,defi,nft}', regions = '{mena,europe,mena}';
select is(platforms, '{discord,x}'::text[], 'platforms') from public.profiles;
select is(categories, '{defi,nft}'::text[], 'categories') from public.profiles;
select is(regions, '{europe,mena}'::text[], 'regions') from public.profiles;
select * from finish();
rollback;
