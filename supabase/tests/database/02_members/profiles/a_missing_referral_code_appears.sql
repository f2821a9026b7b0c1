-- cast: ann kol
create temporary table seen as select referral_code as code from public.profiles;
select matches((select code from seen), '^[2-9A-HJ-NP-Z]{12}$', 'twelve letters of 32: 60 bits');
update public.profiles set referral_code = '';
select is((select referral_code from public.profiles), (select code from seen), 'an empty one is made again, the same');
update public.profiles set referral_code = null;
select is((select referral_code from public.profiles), (select code from seen), 'and a missing one');
