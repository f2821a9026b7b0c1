select tests.make_member(name, 'kol') from unnest(array['ann', 'ben']) as name;
update private.creators set score = 7;
select private.sync_score(tests.id('ann'));
select results_eq('select score::int from private.creators order by profile_id = tests.id($$ben$$)', 'values (0), (7)', 'of the named creator');
