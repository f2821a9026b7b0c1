select private.store_terms('00000000-0000-4000-8000-00000000000a', jsonb_build_object('price_minor', price)) from unnest(array[1, 2, 2, 1, 1]) as price;
select private.store_terms('00000000-0000-4000-8000-00000000000b', '{"price_minor": 1}');
select results_eq($$ select terms ->> 'price_minor' from private.terms_versions where subject_id = '00000000-0000-4000-8000-00000000000a' order by id $$,
  $$ values ('1'), ('2'), ('1') $$, 'equal terms make no new version, and a change back makes one');
select is((select count(*) from private.terms_versions where subject_id = '00000000-0000-4000-8000-00000000000b'), 1::bigint, 'the same terms of another pack are a version of that pack');
select is(private.terms_version('00000000-0000-4000-8000-00000000000a', (select terms_hash from private.terms_versions order by id limit 1)) ->> 'price_minor', '1',
  'a version is found by its hash, even if it was offered several times');
