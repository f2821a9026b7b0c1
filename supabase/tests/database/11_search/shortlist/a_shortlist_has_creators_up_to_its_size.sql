-- cast: bob brand, cyd brand, ann kol, dan kol, eve kol
create function pg_temp.keep(who text, note text default '') returns text language sql as $$
  insert into public.shortlist (creator_id, note) values (tests.id(who), note) returning note
$$;
insert into public.member_blocks (blocker_id, blocked_id) values (tests.id('eve'), tests.id('bob'));
update private.settings set value = 2 where key = 'shortlist_size';

select tests.act_as(tests.id('bob'));
select is(pg_temp.keep('ann', 'Asks good questions.'), 'Asks good questions.', 'a brand puts a creator on its shortlist');
select throws_ok($$ select pg_temp.keep('ann') $$, '23505', null, 'a creator is on a shortlist once');
select throws_ok($$ select pg_temp.keep('cyd') $$, '42501', null, 'a brand is on no shortlist');
select throws_ok($$ select pg_temp.keep('eve') $$, '42501', null, 'a creator who blocks the brand is on no shortlist of it');
select throws_ok(format($$ update public.shortlist set note = %L $$, repeat('x', 2001)), '23514', null, 'a note has at most 2,000 characters');
select pg_temp.keep('dan');
select throws_ok($$ select pg_temp.keep('dan') $$, 'PT409', 'shortlist_full', 'a full shortlist takes no other creator');
select tests.refused('ann', $$ select pg_temp.keep('dan') $$, '42501', null, 'a creator has no shortlist');
update public.profiles set suspended_at = now() where id = tests.id('ann');
select tests.act_as(tests.id('bob'));
select is((select count(*) from public.shortlist), 2::bigint, 'a suspended creator stays on the shortlist');
