-- cast: ann kol
select tests.make_pack(tests.id('ann'));
select tests.unguarded('public.packs', $$ update public.packs set updated_at = now() - interval '1 day' $$, 'packs_touch');
update public.packs set title = 'Two threads';
select is(updated_at, now(), 'a change of a pack is dated') from public.packs;
