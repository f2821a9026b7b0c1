select tests.make_member(name, 'brand') from unnest(array['bob', 'cyd']) as name;
select tests.make_member(name, 'kol') from unnest(array['ann', 'dan', 'eve']) as name;
create function pg_temp.keep(who text, note text default '') returns text language sql as $$
  insert into public.shortlist (creator_id, note) values (tests.id(who), note) returning note
$$;
grant execute on function pg_temp.keep to authenticated;
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('eve'), tests.id('bob'));
update private.settings set value = 2 where key = 'shortlist_size';

select tests.act_as(tests.id('bob'));
select is(pg_temp.keep('ann', 'Asks good questions.'), 'Asks good questions.', 'a brand keeps a creator');
select throws_ok($$ select pg_temp.keep('ann') $$, '23505', null, 'once');
select throws_ok($$ select pg_temp.keep('cyd') $$, '42501', null, 'no brand');
select throws_ok($$ select pg_temp.keep('eve') $$, '42501', null, 'and nobody who has blocked them');
select throws_ok(format($$ update public.shortlist set note = %L $$, repeat('x', 2001)), '23514', null, 'a note has an end');
select pg_temp.keep('dan');
select throws_ok($$ select pg_temp.keep('dan') $$, 'PT409', 'shortlist_full', 'and so has the list');
select tests.act_as_owner();
update private.settings set value = 3 where key = 'shortlist_size';
select tests.act_as(tests.id('bob'));
update public.shortlist set note = 'Slow.' where creator_id = tests.id('ann');
select is((select note from public.shortlist where creator_id = tests.id('ann')), 'Slow.', 'notes can be changed');
select tests.act_as(tests.id('cyd'));
select is_empty('select 1 from public.shortlist', 'nobody else sees it');
select throws_ok($$ insert into public.shortlist (brand_id, creator_id) values (tests.id('bob'), tests.id('dan')) $$, '42501', null, 'or writes it');
select tests.act_as(tests.id('ann'));
select is_empty('select 1 from public.shortlist', 'also not the creator');
select throws_ok($$ select pg_temp.keep('dan') $$, '42501', null, 'creators have none');
select tests.act_as_owner();
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.act_as(tests.id('bob'));
select is((select count(*) from public.shortlist), 2::bigint, 'the note outlives a suspension');
delete from public.shortlist where creator_id = tests.id('ann');
select is((select count(*) from public.shortlist), 1::bigint, 'and is deleted by its brand');
