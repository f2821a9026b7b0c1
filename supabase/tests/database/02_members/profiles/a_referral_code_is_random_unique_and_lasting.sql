-- cast: ann kol
create temporary table seen as select referral_code as code from public.profiles;
update public.profiles set referral_code = '';
select is((select referral_code from public.profiles), (select code from seen), 'an empty referral code is made again, the same as before');
update public.profiles set referral_code = null;
select is((select referral_code from public.profiles), (select code from seen), 'a missing referral code is made again, the same as before');
select tests.sign_up('bob@kolpact.test');
create temporary table bob as select p.id, p.user_id, p.referral_code from public.profiles p where p.id <> tests.id('ann');
update public.profiles set referral_code = (select referral_code || 'X' from bob) where id = (select id from bob);
update public.profiles set referral_code = (select referral_code from bob) where id = tests.id('ann');
update public.profiles set referral_code = '' where id = (select id from bob);
select isnt((select p.referral_code from public.profiles p join bob using (id)), (select referral_code from bob),
  'a member does not get a referral code that another one has');
select isnt((select p.referral_code from public.profiles p join bob using (id)), null, 'a member whose first referral code is taken gets another');

create temporary view letters as
select string_to_table(private.new_referral_code(md5(n::text)::uuid), null) as letter from generate_series(1, 100) n;
select is((select count(*) from letters), 1200::bigint, 'a referral code has twelve letters');
select set_eq('select distinct letter from letters', string_to_array('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', null),
  'referral codes use 32 characters that do not look alike');
select is((select count(distinct private.new_referral_code(gen_random_uuid())) from generate_series(1, 200)), 200::bigint,
  'different users have different referral codes');
select is(private.new_referral_code(null), null, 'a profile without a user has no referral code');
create temporary table derived as select private.new_referral_code('6c84fb90-12c4-11e1-840d-7b25c5ee775a') as code;
update private.secrets set value = extensions.gen_random_bytes(32) where name = 'referral_code';
select isnt(private.new_referral_code('6c84fb90-12c4-11e1-840d-7b25c5ee775a'), (select code from derived),
  'a referral code is derived with a secret of this database');
