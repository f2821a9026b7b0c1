-- cast: brand brand, rival brand, kol kol
select plan(23);
select tests.storage_does('storage.object.upload');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment');
select tests.by('brand', $$ select set_config('tests.own', public.get_or_create_conversation(tests.id('kol')) || '/one/brand.pdf', true) $$);
select tests.by('brand', $$ select set_config('tests.of_kol', public.get_or_create_conversation(tests.id('kol')) || '/two/draft.pdf', true) $$);
insert into storage.objects (metadata, bucket_id, name, owner_id)
select '{"mimetype": "application/pdf", "size": 10}', 'attachments', o.name, tests.user_id(tests.id(o.owner)) from (values
  (current_setting('tests.own'), 'brand'), (current_setting('tests.of_kol'), 'kol')) as o (name, owner);
create function pg_temp.edit(brief text default 'Say it simply.', goal text default '', file text default null, wished_on date default null)
returns public.pack_orders language sql as $$
  select public.edit_brief(tests.order_id(), brief, goal, files => case when file is null then '[]' else
    jsonb_build_array(jsonb_build_object('path', current_setting(file), 'name', 'brand.pdf')) end, wished_on => edit.wished_on)
$$;

select tests.act_as(tests.id('brand'));
select is(o.brief_hash, encode(sha256(convert_to(jsonb_build_object('message', 'Say it simply.', 'goal', 'Reach.', 'files', o.brief_files)::text, 'UTF8')), 'hex'),
  'a changed brief has its own hash') from pg_temp.edit(goal => 'Reach.', file => 'tests.own') as o;
select is(o.brief_files -> 0 ->> 'type', 'application/pdf', 'files of a changed brief have the types that Storage knows') from public.pack_orders o;
select isnt(pg_temp.edit(goal => 'Reach.', file => 'tests.own'), null, 'the same brief can be sent again');
select is((pg_temp.edit('Anew.')).brief_goal, '', 'a brief is replaced as a whole');
select throws_ok($$ select pg_temp.edit(repeat('x', 5001)) $$, 'PT400', 'pack_orders_brief_length', 'a changed brief has the limits of every brief');
select throws_ok($$ select pg_temp.edit(file => 'tests.of_kol') $$, 'PT422', 'file_unknown', 'a file of the creator is refused');
select is((select o.status from public.pack_orders o), 'pending_payment', 'an order stays in its state when its brief is changed');

-- The brand can name a day on which it would like to have the work.
select is((pg_temp.edit(wished_on => current_date + 10)).wished_on, current_date + 10, 'a brand says when it would like to see the work');
select is((pg_temp.edit()).wished_on, null, 'a brand can remove the day on which it would like to see the work');
select throws_ok(format('select pg_temp.edit(wished_on => current_date + %s)', days), 'PT400',
  'pack_orders_wished_on_near', format('a day %s days from today is refused', days))
from unnest(array[-3, 400]) as days;
select is((public.place_order(o.pack_id, 'Please.', gen_random_uuid(), wished_on => current_date + 10)).wished_on, current_date + 10, 'an order is placed with the day')
from public.pack_orders o;
select set_config('tests.key', gen_random_uuid()::text, true);
select public.place_order(o.pack_id, 'Please.', current_setting('tests.key')::uuid, wished_on => current_date + 10) from public.pack_orders o limit 1;
select throws_ok($$ select public.place_order(o.pack_id, 'Please.', current_setting('tests.key')::uuid, wished_on => current_date + 11) from public.pack_orders o limit 1 $$,
  'PT409', 'idempotency_key_reused', 'a retry with another day is refused');
create function pg_temp.again(brief text, day int default null) returns uuid language sql as $$
  select (public.place_order(o.pack_id, again.brief, current_setting('tests.key')::uuid, wished_on => current_date + day)).id from public.pack_orders o limit 1 $$;
create temporary table placed as select pg_temp.again('Please.', 10) as id;
select is((public.edit_brief(id, 'Change.')).brief, 'Change.', 'the brief of an order that was placed is changed') from placed;
select is(pg_temp.again('Please.', 10), id, 'a retry of the request still finds the order') from placed;
select throws_ok($$ select pg_temp.again('Change.', 10) $$, 'PT409', 'idempotency_key_reused', 'another request with the key of an order is refused');
select is(pg_temp.again('Change.'), id, 'a request with the changed brief and day finds the order, too') from placed;

-- Nobody else can change the brief, and the brand only until it pays.
select tests.refused(name, 'select pg_temp.edit()', 'PT403', 'not_allowed', format('%s cannot change the brief', name)) from unnest(array['rival', 'kol']) as name;
select tests.by('kol', $$ select public.block_member(tests.id('brand')) $$);
select tests.refused('brand', 'select pg_temp.edit()', 'PT409', 'order_not_payable', 'a blocked brand cannot send words to the creator through a brief');
select tests.by('kol', $$ select public.unblock_member(tests.id('brand')) $$);
select tests.by('service', $$ select public.record_payment('sandbox', 'paid', o.id, o.price_minor + o.buyer_fee_minor, o.currency) from public.pack_orders o where o.id = tests.order_id() $$);
select tests.refused('brand', 'select pg_temp.edit()', 'PT409', 'brief_frozen', 'the brief of a paid order is final');
select throws_ok(format('update public.pack_orders set %s where id = tests.order_id()', change), 'PT403', 'append_only', 'nobody can change a paid order to ' || change)
from unnest(array['wished_on = current_date', 'brief_goal = ''x''']) as change;
