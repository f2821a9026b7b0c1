-- cast: bob brand, cyd brand, ann kol, dan kol, eve kol, fay kol
create function pg_temp.keep(who text, note text default '') returns text language sql as $$
  insert into public.shortlist (creator_id, note) values (tests.id(who), note) returning note
$$;
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('eve'), tests.id('bob'));
update private.settings set value = 2 where key in ('shortlist_size', 'shortlist_lists');

select tests.act_as(tests.id('bob'));
select is(pg_temp.keep('ann', 'Asks good questions.'), 'Asks good questions.', 'a brand puts a creator on its shortlist');
select throws_ok($$ select pg_temp.keep('ann') $$, '23505', null, 'a creator is on a shortlist once');
select throws_ok($$ select pg_temp.keep('cyd') $$, '42501', null, 'a brand is on no shortlist');
select throws_ok($$ select pg_temp.keep('eve') $$, '42501', null, 'a creator who blocks the brand is on none of its shortlists');
select throws_ok(format($$ update public.shortlist set note = %L $$, repeat('x', 2001)), '23514', null, 'a note has at most 2,000 characters');
select pg_temp.keep('dan');
select throws_ok($$ select pg_temp.keep('fay') $$, 'PT409', 'shortlist_full', 'a full shortlist accepts no further creator');
select tests.refused('ann', $$ select pg_temp.keep('dan') $$, '42501', null, 'a creator has no shortlist');
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.act_as(tests.id('bob'));
select is((select count(*) from public.shortlist), 2::bigint, 'a suspended creator stays on the shortlist');

-- Moves a creator on the shortlist to a named list; returns the list.
create function pg_temp.move(who text, list text) returns text language sql as $$
  update public.shortlist s set list = move.list where s.creator_id = tests.id(who) returning s.list
$$;
select is(pg_temp.move('ann', 'Launch'), 'Launch', 'a brand moves a creator to a named list, a suspended one as well');
select pg_temp.move('dan', 'Launch');
update public.shortlist set list = 'Autumn' where list = 'Launch';
select is((select array_agg(distinct list) from public.shortlist), '{Autumn}', 'a list is renamed as a whole');
select pg_temp.move('dan', 'Winter');
update public.shortlist set list = list || ' 2027';
select is((select array_agg(distinct list order by list) from public.shortlist), '{Autumn 2027,Winter 2027}', 'a list can be renamed when a brand has as many lists as allowed');
select tests.act_as_owner();
update private.settings set value = 1 where key = 'shortlist_lists';
select tests.refused('bob', $$ select pg_temp.move('dan', 'Spring') $$, 'PT409', 'shortlist_lists_full', 'a brand has at most as many lists as the setting allows');
select tests.gets('bob', $$ select pg_temp.move('dan', '') $$, '', 'a creator is taken off a list');
select tests.refused('bob', format($$ select pg_temp.move('ann', %L) $$, wrong), '23514', null, 'a list cannot have the name ' || quote_literal(wrong))
from (values (repeat('x', 61)), (' Launch'), (' '), (U&'La\202Eunch')) as w (wrong);
select tests.gets('cyd', $$ select pg_temp.move('ann', 'Mine') $$, null, 'nobody moves creators on the shortlist of another');
