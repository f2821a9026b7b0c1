-- cast: ann kol, bob brand, stella staff
select tests.storage_does('storage.object.upload');
select tests.make_order(tests.id('bob'), tests.id('ann'), 'delivered');
select tests.act_as(tests.id('bob'));
select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true);
select tests.act_as_owner();
select tests.by(f.by, format('insert into storage.objects (bucket_id, name, owner_id) values (%L, %L, auth.uid()::text)',
  'attachments', tests.path(f.name || '.pdf'))) from (values ('ann', 'ann'), ('bob', 'bob'), ('bob', 'more')) as f (by, name);

select tests.refused('bob', $$ select public.open_dispute(tests.order_id(), 'No.', files => tests.files('ann.pdf')) $$,
  'PT422', 'file_unknown', 'a side cannot open a dispute with a file of the other side');
select tests.refused('stella', $$ select public.open_dispute(tests.order_id(), 'No.', files => tests.files('bob.pdf')) $$,
  'PT403', 'not_allowed', 'staff cannot open a dispute with files');
select is((select status from public.pack_orders), 'delivered', 'refused files open no dispute');

select tests.by('bob', $$ select public.open_dispute(tests.order_id(), 'No.', 'late', 3000, tests.files('bob.pdf')) $$);
select tests.by('bob', $$ select public.open_dispute(tests.order_id(), 'No.', 'late', 3000, tests.files('bob.pdf')) $$);
select results_eq(
  $$ select author_id, kind, body, files -> 0 ->> 'path' from public.dispute_statements $$,
  $$ values (tests.id('bob'), 'evidence', 'No.', tests.files('bob.pdf') -> 0 ->> 'path') $$,
  'a reason that is given with files is evidence, stored once when the request is repeated');
savepoint given;
select tests.by('bob', $$ select public.open_dispute(tests.order_id(), 'No.', 'late', 3000, tests.files('more.pdf')) $$);
select is((select count(*) from public.dispute_statements), 2::bigint, 'a repeated request with another file adds that file as evidence');
rollback to given;
select is(private.has_spoken(o, tests.id('bob')), true, 'opening a dispute with files counts as a statement') from public.pack_orders o;
select is((select count(*) from public.settlement_proposals), 1::bigint, 'the proposed share of a dispute is stored together with its files');
select tests.gets('ann', $$ select string_agg(storage.filename(name), ' ' order by name) from storage.objects $$, 'ann.pdf bob.pdf', 'the other side reads the file of a dispute');
