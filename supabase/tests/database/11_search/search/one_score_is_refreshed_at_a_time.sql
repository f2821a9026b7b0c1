-- cast: ann kol, ben kol
insert into private.standings (profile_id, rating_score) values (tests.id('ann'), 3);
update private.creators set score = 7;
update private.standings set rating_score = 4 where profile_id = tests.id('ann');
select results_eq('select score::int from private.creators order by profile_id = tests.id($$ben$$)', 'values (4000), (7)',
  'a new weight of reviews refreshes the score of that creator alone');
