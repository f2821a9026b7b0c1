-- cast: ann kol
select tests.make_pack(tests.id('ann'));
alter table public.packs disable trigger packs_touch;
update public.packs set updated_at = now() - interval '1 day';
alter table public.packs enable trigger packs_touch;
update public.packs set title = 'Two threads';
select is(updated_at, now(), 'a change of a pack is dated') from public.packs;
