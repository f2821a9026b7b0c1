select tests.storage_does('storage.object.upload');
select tests.make_member('brand', 'brand');
select tests.make_member('kol', 'kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.act_as(tests.id('kol'));
select throws_ok('select public.deliver_order(tests.order_id(), $$ $$, array[$$https://a.b$$])', 'PT422', 'delivery_incomplete', 'not without a note');
select throws_ok('select public.deliver_order(tests.order_id(), $$Done$$, $${}$$)', 'PT422', 'delivery_incomplete', 'not without a link or file');
select throws_ok('select public.deliver_order(tests.order_id(), $$Done$$, null)', 'PT422', 'delivery_incomplete', 'nothing is not a link');
select throws_ok('select public.deliver_order(tests.order_id(), $$Done$$, array[$$javascript:alert(1)$$])', 'PT422', 'delivery_link_invalid', 'a link is a web address');
select throws_ok('select public.deliver_order(tests.order_id(), $$Done$$, array[null])', 'PT422', 'delivery_link_invalid', 'and not null');
select set_config('tests.path', public.get_or_create_conversation(tests.id('brand')) || '/one/work.pdf', true);
insert into storage.objects (bucket_id, name) values ('attachments', current_setting('tests.path'));
select tests.check_files();
select is((public.deliver_order(tests.order_id(), 'Done', '{}', jsonb_build_array(jsonb_build_object('path', current_setting('tests.path'))))).status,
  'delivered', 'a file is enough');
select results_eq('select note, is_draft from public.order_deliveries', $$ values ('Done', false) $$, 'it is the work, not a draft');
