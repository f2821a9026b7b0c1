-- cast: brand brand, kol kol
select tests.by('kol', $$ insert into public.packs (id, kol_id, title, price_minor, delivery_days) values
  ('00000000-0000-4000-8000-00000000000a', tests.id('kol'), 'One thread', 10000, 7) $$);
select tests.by('kol', 'update public.packs set price_minor = 11000');
select tests.by('kol', 'update public.packs set is_published = true');
select tests.act_as(tests.id('brand'));
create function pg_temp.place() returns bigint language sql as $$
  select (public.place_order('00000000-0000-4000-8000-00000000000a', 'Please.', gen_random_uuid())).price_minor
$$;
select is(pg_temp.place(), 11000::bigint, 'changes before a pack is published do not count as changes of its terms');
select tests.by('kol', $$ update public.packs set is_published = false; update public.packs set is_published = true $$);
select tests.gets('brand', 'select pg_temp.place()', '11000', 'publishing the same pack again does not count as a change of its terms');
select tests.by('kol', 'update public.packs set is_published = false');
select tests.by('kol', 'update public.packs set price_minor = 12000');
select tests.by('kol', 'update public.packs set is_published = true');
select tests.refused('brand', 'select pg_temp.place()', 'PT409', 'terms_changed', 'a change while a pack was unpublished counts as a change of its terms');
select tests.refused('brand', 'select pg_temp.place()', 'PT409', 'terms_changed', 'for a day after a change an order has to name the terms', at => now() + interval '24 hours' - interval '1 second');
select tests.gets('brand', 'select pg_temp.place()', '12000', 'an order need not name terms that have been unchanged for a day', at => now() + interval '24 hours');
update private.settings set value = 0 where key = 'unstated_terms';
select tests.gets('brand', 'select pg_temp.place()', '12000', 'the time for which an order has to name changed terms is a setting');
select tests.gets('brand', 'select count(*) from public.pack_orders where terms_hash = (select terms_hash from public.packs)', '2', 'an order has the hash of the terms that it was placed on');
