select tests.storage_does('storage.object.upload');
select tests.make_member(name, role) from (values ('brand', 'brand'), ('rival', 'brand'), ('kol', 'kol'), ('other', 'kol')) as m (name, role);
select tests.make_order(tests.id('brand'), tests.id('kol'), 'in_progress');
-- Uploads a file as the first member into the conversation with the second.
create function pg_temp.upload(uploader text, reader text) returns text language plpgsql as $$
declare
  v_path text;
begin
  perform tests.act_as(tests.id(uploader));
  v_path := public.get_or_create_conversation(tests.id(reader)) || '/one/work.pdf';
  insert into storage.objects (bucket_id, name) values ('attachments', v_path);
  perform tests.act_as_owner();
  return v_path;
end;
$$;
-- The creator may write to a brand that wrote first.
select tests.by('rival', $$ select public.get_or_create_conversation(tests.id('kol')) $$);
create temporary table files as
select pg_temp.upload('kol', 'brand') as own, pg_temp.upload('kol', 'rival') as of_rival, pg_temp.upload('brand', 'other') as of_brand;
insert into storage.objects (bucket_id, name) select 'avatars', regexp_replace(own, 'one', 'two') from files;
select tests.check_files();
create function pg_temp.deliver(links text[], files jsonb, note text default 'Done') returns text language sql as $$
  select (public.deliver_order(tests.order_id(), note, links, files)).status $$;
select tests.act_as(tests.id('kol'));
select throws_ok(format('select pg_temp.deliver(%L, %L, %L)', links, files, note), 'PT422', token, description) from (values
  ('{https://a.b}', '[]', ' ', 'delivery_incomplete', 'a delivery cannot be without a note'),
  ('{}', '[]', 'Done', 'delivery_incomplete', 'a delivery cannot be without a link or file'),
  (null, '[]', 'Done', 'delivery_incomplete', 'a delivery cannot have null instead of links'),
  ('{javascript:alert(1)}', '[]', 'Done', 'delivery_link_invalid', 'a link of a delivery must be a web address'),
  ('{null}', '[]', 'Done', 'delivery_link_invalid', 'a link of a delivery cannot be null')) as wrong (links, files, note, token, description);
select throws_ok(format('select pg_temp.deliver(''{}'', %L)', case when file like '[%' then file else jsonb_build_array(jsonb_build_object('path', file))::text end),
  'PT422', 'file_unknown', description)
from files, lateral (values
  ('nowhere.pdf', 'a delivered file must have been uploaded'), ('[{}]', 'a delivered file must have a path'), ('[1]', 'a number is no delivered file'),
  (of_rival, 'a file of a conversation with another brand cannot be delivered'), (of_brand, 'a file of the brand and another creator cannot be delivered'),
  (replace(own, 'work', 'other'), 'a file that is only in the same folder cannot be delivered'),
  (regexp_replace(own, 'one', 'two'), 'a file of another bucket cannot be delivered')) as wrong (file, description);
select throws_ok($$ select pg_temp.deliver('{}', '{"path": "x"}') $$, '23514',
  'new row for relation "order_deliveries" violates check constraint "order_deliveries_files_are_list"', 'delivered files must be a list');
select is(pg_temp.deliver('{}', jsonb_build_array(jsonb_build_object('path', own))), 'delivered', 'a file that both sides can read can be delivered') from files;
select results_eq('select note, is_draft from public.order_deliveries', $$ values ('Done', false) $$, 'a delivery is recorded as the work, not as a draft');
