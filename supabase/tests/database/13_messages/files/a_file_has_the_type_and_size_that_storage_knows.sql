-- cast: bob brand, ann kol
select tests.storage_does('storage.object.upload');
select tests.make_order(tests.id('bob'), tests.id('ann'), 'in_progress');
select tests.by('bob', $$ select public.get_or_create_conversation(tests.id('ann')) $$);
create function pg_temp.put(name text) returns text language sql as $$
  insert into storage.objects (bucket_id, name, metadata, owner_id)
  values ('attachments', public.get_or_create_conversation(tests.id(case private.my_role() when 'brand' then 'ann' else 'bob' end)) || '/f/' || put.name, '{"size": 10, "mimetype": "text/plain"}', auth.uid()::text)
  returning name
$$;
create function pg_temp.film(path text) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('path', path, 'name', 'Film 4K.mp4', 'type', 'video/mp4', 'size', 999999999))
$$;
create temporary table put (name text, path text);
grant all on put to authenticated;
select tests.by('ann', $$ insert into put select n, pg_temp.put(n || '.txt') from unnest(array['final', 'proof', 'unsent']) as n $$);
select tests.by('bob', $$ insert into put select 'brief', pg_temp.put('brief.txt') $$);
select tests.check_files();
create function pg_temp.known(name text) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('path', p.path, 'name', 'Film 4K.mp4', 'type', 'text/plain', 'size', 10)) from put p where p.name = known.name
$$;
select tests.by('ann', $$ select public.deliver_order(tests.order_id(), 'Done.', files => pg_temp.film(path)) from put where name = 'final' $$);
select is(files, pg_temp.known('final'), 'a delivered file has the type and size that Storage knows') from public.order_deliveries;
select tests.by('ann', $$ select public.open_dispute(tests.order_id(), 'Not paid.', 'other'); select public.give_evidence(tests.order_id(), 'See.', files => pg_temp.film(path)) from put where name = 'proof' $$);
select is(files, pg_temp.known('proof'), 'a file of evidence has the type and size that Storage knows') from public.dispute_statements;
create temporary table key as select gen_random_uuid() as key, tests.make_pack(tests.id('ann')) as pack;
grant all on key to authenticated;
create function pg_temp.buy() returns uuid language sql as $$
  select (public.place_order(k.pack, 'Please.', k.key, files => pg_temp.film(p.path))).id from key k, put p where p.name = 'brief'
$$;
select tests.act_as(tests.id('bob'));
create temporary table bought as select pg_temp.buy() as id;
select is(brief_files, pg_temp.known('brief'), 'a file of a brief has the type and size that Storage knows') from public.pack_orders where id = (select id from bought);
select is(pg_temp.buy(), id, 'a retried request with the type and size that the sender gave finds its order') from bought;
select is((public.make_offer((select c.id from public.conversations c limit 1), 'A thread', 'One.', 5000, 'USD', 5, 1, gen_random_uuid(), files => pg_temp.film(path))).brief_files,
  pg_temp.known('brief'), 'a file of a brief in an offer has the type and size that Storage knows') from put where name = 'brief';
select tests.act_as_owner();
select is(private.stored_files('[{"path": "no/such", "type": "video/mp4", "size": 1, "name": "n"}, "text"]'), '[{"path": "no/such", "name": "n"}, "text"]', 'an unknown file gets no type and no size');
select is(private.stored_files('[{"path": "no/such/work.mp4"}]'), '[{"path": "no/such/work.mp4", "name": "work.mp4"}]', 'a file without a name is named after its path');
