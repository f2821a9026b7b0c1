-- Tests ask_to_show_work, allow_to_show_work and the orders that a portfolio names.
-- cast: brand brand, kol kol, other kol
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
create temporary table o as select tests.order_id() as id;
select tests.put_picture(tests.id(name) || '/' || file) from unnest('{kol,other}'::text[]) as name, unnest('{a.webp,b.webp}'::text[]) as file;
create function pg_temp.work(order_id uuid, file text default 'a.webp') returns jsonb language sql as $$
  select jsonb_build_object('title', 'A thread', 'image', private.my_profile_id() || '/' || file,
    'thumbnail', private.my_profile_id() || '/' || file, 'order_id', order_id)
$$;
create function pg_temp.show(works jsonb) returns void language sql as $$
  update public.profiles set works = show.works where id = private.my_profile_id()
$$;
create function pg_temp.notices() returns table (reader uuid, event text) language sql as $$
  select n.user_id, n.event from public.notifications n where n.event like 'showing_%'
$$;
create function pg_temp.refusal_of(what text) returns text language sql as $$
  select refusal from public.order_actions((select id from o)) where action = what
$$;
grant select on o to authenticated;

-- The creator asks to show the work.
select tests.act_as(tests.id('kol'));
select throws_ok('select pg_temp.show(jsonb_build_array(pg_temp.work((select id from o))))', 'PT403', 'showing_not_allowed',
  'a creator shows no work of an order before the brand allows it');
select is(pg_temp.refusal_of('ask_to_show_work'), null, 'the creator of a completed order may ask to show the work');
select ok((select asked_at is not null and allowed_at is null from public.ask_to_show_work((select id from o))), 'the creator asks to show the work');
select is((select asked_at from public.ask_to_show_work((select id from o))), (select asked_at from public.showings), 'asking to show a work a second time changes nothing');
select is(pg_temp.refusal_of('ask_to_show_work'), 'showing_asked', 'the creator reads that the brand was asked to show the work');
select throws_ok('select public.allow_to_show_work((select id from o))', 'PT403', 'not_allowed', 'the creator cannot allow the work to be shown');
select throws_ok('select pg_temp.show(jsonb_build_array(pg_temp.work((select id from o))))', 'PT403', 'showing_not_allowed', 'asking alone does not allow the work to be shown');
select tests.act_as_owner();
select results_eq('select * from pg_temp.notices()', $$ values (tests.user_id(tests.id('brand')), 'showing_asked') $$, 'the brand is asked once whether the work may be shown');
update public.pack_orders set updated_at = now() - interval '1 day';

-- The brand allows the creator to show the work.
select tests.act_as(tests.id('brand'));
select throws_ok('select public.ask_to_show_work((select id from o))', 'PT403', 'not_allowed', 'the brand cannot ask to show the work');
select ok((select asked_at is not null and allowed_at is not null from public.allow_to_show_work((select id from o))), 'the brand allows the work to be shown');
select is((select allowed_at from public.allow_to_show_work((select id from o))), (select allowed_at from public.showings), 'allowing a work to be shown a second time changes nothing');
select is(pg_temp.refusal_of('allow_to_show_work'), 'showing_allowed', 'the brand reads that it allowed the work to be shown');
select tests.act_as_owner();
select results_eq($$ select * from pg_temp.notices() where event = 'showing_allowed' $$,
  $$ values (tests.user_id(tests.id('kol')), 'showing_allowed') $$, 'the creator is notified once that the work may be shown');
select is((select updated_at from public.pack_orders where id = (select id from o)), now(), 'the order''s time of change is updated, so that open pages load it again');
select tests.act_as(tests.id('kol'));
select is(pg_temp.refusal_of('ask_to_show_work'), 'showing_allowed', 'the creator reads that the brand allowed the work to be shown');

-- The creator shows the work in the portfolio.
select lives_ok('select pg_temp.show(jsonb_build_array(pg_temp.work((select id from o))))', 'the creator shows the work in the portfolio once the brand allowed it');
select tests.act_as_owner();
select tests.gets('other', $$ select (works -> 0) - array['image', 'thumbnail'] from public.members where id = tests.id('kol') $$,
  '{"title": "A thread", "made_here": true}', 'others read that the work was made here, but no order, whose reviews name the brand');
select tests.gets('kol', $$ select works #>> '{0,order_id}' = (select id::text from o) from public.profiles $$, 'true', 'the creator reads for which order the work was made');
create function pg_temp.show_again() returns text language sql as $$
  select pg_temp.show('[]');
  select tests.refusal('select pg_temp.show(jsonb_build_array(pg_temp.work((select id from o))))')
$$;
select tests.act_as_owner();
savepoint shown;
select private.join_people(tests.id('brand'), tests.id('kol'), 'inbox');
select tests.act_as(tests.id('kol'));
select is(pg_temp.show_again(), 'showing_not_allowed', 'an order between two accounts of one person cannot confirm a work');
rollback to shown;
select tests.charge_back(p) from public.payments p where p.order_id = (select id from o);
select tests.act_as(tests.id('kol'));
select lives_ok($$ select pg_temp.show(jsonb_build_array(pg_temp.work((select id from o), 'b.webp'))) $$, 'a work in the portfolio can be changed while the brand disputes the payment');
select is(pg_temp.show_again(), 'showing_not_allowed', 'a work cannot be added while its payment is disputed');
rollback to shown;
select tests.refused('kol', $$ select pg_temp.show(jsonb_build_array(pg_temp.work((select id from o)), pg_temp.work((select id from o), 'b.webp'))) $$,
  '23514', null, 'one order confirms no second work');
select tests.refused('kol', 'select pg_temp.show(jsonb_build_array(pg_temp.work(gen_random_uuid())))', 'PT403', 'showing_not_allowed', 'an unknown order cannot be named for a work');
select tests.refused('kol', $$ select pg_temp.show(jsonb_build_array(pg_temp.work(null) || '{"order_id": "K-2345"}')) $$, '23514', null, 'the order of a work must be named by its id');
select tests.refused('other', 'select pg_temp.show(jsonb_build_array(pg_temp.work((select id from o))))', 'PT403', 'showing_not_allowed', 'another creator cannot show the work');
select tests.gets('other', 'select count(*) from public.showings', '0', 'another creator does not read whether the work may be shown');
select tests.refused('other', format('select public.%I(%L)', act, id), 'PT403', 'not_allowed', 
  'a stranger who calls ' || act || ' gets the answer for an unknown order, whether the order exists: ' || (id in (select o.id from o))::text)
from unnest(array['ask_to_show_work', 'allow_to_show_work']) as act, unnest(array[(select id from o), gen_random_uuid()]) as id;

-- Members who may ask, and the time in which they may.
select tests.make_order(tests.id('brand'), tests.id('kol'), 'settled');
select tests.refused('brand', 'select public.allow_to_show_work(tests.order_id())', 'PT409', 'order_not_completed', 'the work of an order that was settled is not shown');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
select tests.by('brand', $$ select public.block_member(tests.id('kol')) $$);
select tests.allowed('kol', 'select public.ask_to_show_work(tests.order_id())', 'asking does not disclose that the brand blocked the creator');
select is_empty($$ select from public.notifications n where n.event = 'showing_asked' and n.data ->> 'order_id' = tests.order_id()::text $$, 'a brand that blocked the creator is not notified of the question');
select tests.by('brand', $$ select public.unblock_member(tests.id('kol')) $$);
select tests.by('kol', $$ select public.block_member(tests.id('brand')) $$);
select tests.allowed('brand', 'select public.allow_to_show_work(tests.order_id())', 'allowing does not disclose that the creator blocked the brand');
select is_empty($$ select from public.notifications n where n.event = 'showing_allowed' and n.data ->> 'order_id' = tests.order_id()::text $$, 'a creator who blocked the brand is not notified of the permission');
select tests.by('kol', $$ select public.unblock_member(tests.id('brand')) $$);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'completed');
update public.profiles set suspended_at = now() where id in (tests.id('kol'), tests.id('brand'));
select tests.refused('kol', 'select public.ask_to_show_work(tests.order_id())', 'PT403', 'not_allowed', 'a suspended creator cannot ask');
select tests.refused('brand', 'select public.allow_to_show_work(tests.order_id())', 'PT403', 'not_allowed', 'a suspended brand cannot allow a work to be shown');
update public.profiles set suspended_at = null where id in (tests.id('kol'), tests.id('brand'));
select tests.by('brand', 'select public.allow_to_show_work(tests.order_id())');
select tests.by('kol', 'select public.ask_to_show_work(tests.order_id())');
select results_eq('select asked_at is null, allowed_at is not null from public.showings where order_id = tests.order_id()', 'values (true, true)',
  'a brand can allow what nobody asked for, and the creator cannot ask for what is allowed');
