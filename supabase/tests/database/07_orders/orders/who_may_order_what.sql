-- cast: brand brand, kol kol, rival kol, fresh brand unapproved
create temporary table pack as select tests.make_pack(tests.id('kol')) as id;
create function pg_temp.order(change text, buyer text, pack_id uuid, brief text) returns void language plpgsql as $$
begin
  execute coalesce(nullif(change, ''), 'select');
  perform tests.act_as(tests.id(buyer));
  perform public.place_order(pack_id, brief, gen_random_uuid());
end;
$$;
select throws_ok(format('select pg_temp.order(%L, %L, %s, %s)', change, buyer, pack, brief), code, token, description) from (values
  ('', 'kol', '(select id from pack)', '''x''', 'PT409', 'own_pack', 'a creator cannot order their own pack'),
  ('', 'rival', '(select id from pack)', '''x''', 'PT403', 'not_allowed', 'a creator cannot order the pack of another'),
  ('', 'fresh', '(select id from pack)', '''x''', 'PT403', 'cannot_transact', 'a brand that is not approved cannot order'),
  ('', 'brand', 'gen_random_uuid()', '''x''', 'PT409', 'pack_not_available', 'an unknown pack cannot be ordered'),
  ('update public.packs set is_published = false', 'brand', '(select id from pack)', '''x''', 'PT409', 'pack_not_available', 'a pack that is not published cannot be ordered'),
  ('update public.profiles set suspended_at = now() where id = tests.id(''kol'')', 'brand', '(select id from pack)', '''x''', 'PT409', 'pack_not_available',
    'the pack of a suspended creator is refused with the same answer as the pack of a creator who blocked the brand'),
  ('', 'brand', '(select id from pack)', 'repeat(''x'', 5001)', '23514', null, 'a brief cannot be longer than 5000 characters')
) as wrong (change, buyer, pack, brief, code, token, description);
select tests.allowed('brand', 'select public.place_order((select id from pack), $$x$$, gen_random_uuid())', 'a brand can order a published pack of another member');
