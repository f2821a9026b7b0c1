-- cast: ann kol, ben kol
update private.settings set value = 2 where key = 'packs_per_creator';
create function pg_temp.drafts(kol text, number int) returns void language sql as $$
  insert into public.packs (kol_id, title, price_minor, delivery_days)
  select tests.id(kol), 'Draft ' || n, 1000, 7 from generate_series(1, number) as n
$$;
select tests.refused('ann', $$ select pg_temp.drafts('ann', 3) $$, 'PT409', 'packs_full', 'a creator adds no more packs than one may have');
select tests.allowed('ann', $$ select pg_temp.drafts('ann', 2) $$, 'a creator has drafts within the limit');
select tests.allowed('ann', $$ update public.packs set is_published = true where kol_id = tests.id('ann') $$, 'a creator with as many packs as one may have publishes them');
select tests.allowed('ben', $$ select pg_temp.drafts('ben', 1) $$, 'another creator has a limit of their own');
