select tests.storage_does('storage.object.upload');
select tests.make_member('brand', 'brand');
select tests.make_member('rival', 'brand');
select tests.make_member('kol', 'kol');
select tests.make_member('other', 'kol');
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
select tests.act_as(tests.id('rival'));
select set_config('tests.other', public.get_or_create_conversation(tests.id('kol')) || '/one/work.pdf', true);
select tests.act_as(tests.id('kol'));
select set_config('tests.own', public.get_or_create_conversation(tests.id('brand')) || '/one/work.pdf', true);
insert into storage.objects (bucket_id, name) values
  ('attachments', current_setting('tests.own')), ('attachments', current_setting('tests.other'));
select tests.act_as(tests.id('brand'));
select set_config('tests.of_brand', public.get_or_create_conversation(tests.id('other')) || '/one/work.pdf', true);
insert into storage.objects (bucket_id, name) values ('attachments', current_setting('tests.of_brand'));
select tests.act_as_owner();
select set_config('tests.public', (regexp_replace(current_setting('tests.own'), 'one', 'two')), true);
insert into storage.objects (bucket_id, name) values ('avatars', current_setting('tests.public'));
select tests.check_files();
select tests.act_as(tests.id('kol'));
create function pg_temp.deliver(files jsonb) returns text language sql as $$
  select (public.deliver_order(tests.order_id(), 'Done', '{}', files)).status
$$;
select throws_ok($$ select pg_temp.deliver('[{"path": "nowhere.pdf"}]') $$, 'PT422', 'file_unknown', 'a file that was uploaded');
select throws_ok($$ select pg_temp.deliver('[{}]') $$, 'PT422', 'file_unknown', 'nothing is not a file');
select throws_ok($$ select pg_temp.deliver('[1]') $$, 'PT422', 'file_unknown', 'nor is a number');
select throws_ok(format($$ select pg_temp.deliver('[{"path": "%s"}]') $$, current_setting('tests.other')),
  'PT422', 'file_unknown', 'nor a file of another conversation, which this brand could not open');
select throws_ok(format($$ select pg_temp.deliver('[{"path": "%s"}]') $$, current_setting('tests.of_brand')),
  'PT422', 'file_unknown', 'nor one of the brand and somebody else');
select throws_ok(format($$ select pg_temp.deliver('[{"path": "%s"}]') $$, replace(current_setting('tests.own'), 'work', 'other')),
  'PT422', 'file_unknown', 'nor one in the same folder that was not uploaded');
select throws_ok(format($$ select pg_temp.deliver('[{"path": "%s"}]') $$, current_setting('tests.public')),
  'PT422', 'file_unknown', 'nor one of another bucket');
select throws_ok($$ select pg_temp.deliver('{"path": "x"}') $$, '23514',
  'new row for relation "order_deliveries" violates check constraint "order_deliveries_files_are_list"', 'files are a list');
select is(pg_temp.deliver(jsonb_build_array(jsonb_build_object('path', current_setting('tests.own')))),
  'delivered', 'both sides can read the file');
