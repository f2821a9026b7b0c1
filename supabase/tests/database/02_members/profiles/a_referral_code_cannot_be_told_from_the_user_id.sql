select is(private.new_referral_code('6c84fb90-12c4-11e1-840d-7b25c5ee775a'),
  private.new_referral_code('6c84fb90-12c4-11e1-840d-7b25c5ee775a'), 'derived: the same user, the same code');
create temporary table seen as select private.new_referral_code('6c84fb90-12c4-11e1-840d-7b25c5ee775a') as code;
update private.secrets set value = extensions.gen_random_bytes(32) where name = 'referral_code';
select isnt(private.new_referral_code('6c84fb90-12c4-11e1-840d-7b25c5ee775a'), (select code from seen), 'by a key that only this database has');
select is((select count(distinct private.new_referral_code(gen_random_uuid())) from generate_series(1, 200)), 200::bigint, 'different users, different codes');
select is(private.new_referral_code(null), null, 'a profile without a user has none');
