create temporary view letters as
select string_to_table(private.new_referral_code(md5(n::text)::uuid), null) as letter from generate_series(1, 100) n;
select is((select count(*) from letters), 1200::bigint, 'of twelve letters each');
select set_eq('select distinct letter from letters', string_to_array('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', null),
  'all of the alphabet, and none that looks like another');
