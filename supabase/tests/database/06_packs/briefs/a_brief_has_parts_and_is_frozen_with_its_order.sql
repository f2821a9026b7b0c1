select plan(35);
-- cast: brand brand, rival brand, kol kol
select tests.storage_does('storage.object.upload');
select tests.make_pack(tests.id('kol'));
select tests.by('rival', $$ select set_config('tests.rivals', public.get_or_create_conversation(tests.id('kol')) || '/one/brand.pdf', true) $$);
select tests.by('brand', $$ select set_config('tests.own', public.get_or_create_conversation(tests.id('kol')) || '/one/brand.pdf', true) $$);
select tests.by('brand', $$ select set_config('tests.of_kol', public.get_or_create_conversation(tests.id('kol')) || '/two/draft.pdf', true) $$);
insert into storage.objects (metadata, bucket_id, name, owner_id)
select '{"mimetype": "application/pdf", "size": 10}', o.* from (values
  ('attachments', current_setting('tests.own'), tests.user_id(tests.id('brand'))),
  ('attachments', current_setting('tests.of_kol'), tests.user_id(tests.id('kol'))),
  ('attachments', current_setting('tests.rivals'), tests.user_id(tests.id('brand')))) as o;
create function pg_temp.files(variable text) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('path', current_setting(variable), 'name', 'brand.pdf',
    'type', 'application/pdf', 'size', 10))
$$;
create function pg_temp.buy(
  key uuid default gen_random_uuid(), goal text default '', dos text[] default '{}', donts text[] default '{}',
  links text[] default '{}', files jsonb default '[]'
) returns public.pack_orders language sql as $$
  select public.place_order(p.id, 'Say it simply.', key, p.terms_hash, goal, dos, donts, links, files)
  from public.packs p
$$;
select tests.act_as(tests.id('brand'));

-- Tests the limits of a brief.
select throws_ok('select pg_temp.buy(' || arguments || ')', '23514',
  'new row for relation "pack_orders" violates check constraint "pack_orders_brief_' || rule || '"', description) from (values
  ($$goal => repeat('x', 501)$$, 'goal_length', 'a goal that is too long is refused'),
  ($$dos => array_fill('Smile.'::text, '{21}')$$, 'dos_short', 'a list of what to do that is too long is refused'),
  ($$dos => array[repeat('x', 301)]$$, 'dos_short', 'a line of what to do that is too long is refused'),
  ($$donts => array['']$$, 'donts_short', 'an empty line of what not to do is refused'),
  ($$links => array_fill('https://a.example'::text, '{21}')$$, 'links_short', 'a list of links that is too long is refused'),
  ($$files => (select jsonb_agg(f -> 0) from pg_temp.files('tests.own') as f, generate_series(1, 11))$$, 'files_are_list', 'a list of files that is too long is refused'),
  ($$files => jsonb_set(pg_temp.files('tests.own'), '{0,url}', '"x"')$$, 'files_well_formed', 'a file with an unknown property is refused')
) as cases (arguments, rule, description);
select throws_ok(format($$ select pg_temp.buy(links => array['https://a.example', %L]) $$, link), '23514',
  'new row for relation "pack_orders" violates check constraint "pack_orders_brief_links_are_addresses"', link || ' is refused as a link')
from unnest(array['javascript:alert(1)', 'https://', 'a.example', 'https://bank.example@host.example/x', 'ftp://a.example',
  'https://kоlpact.com', e'https://bank.example\u2215host.example', 'https://bank.example\@host.example', e'https://host.example/\u202Eknab']) as link;
select throws_ok('select pg_temp.buy(files => ' || files || ')', 'PT422', 'file_unknown', description) from (values
  ($$'[{"name": "brand.pdf"}]'$$, 'a file without a path is refused'),
  ($$pg_temp.files('tests.rivals')$$, 'a file of another conversation is refused'),
  ($$pg_temp.files('tests.of_kol')$$, 'a file that the creator uploaded is refused')) as cases (files, description);

-- The brief is copied to the order.
select set_config('tests.key', gen_random_uuid()::text, true);
create function pg_temp.buy_all() returns public.pack_orders language sql as $$
  select pg_temp.buy(current_setting('tests.key')::uuid, 'Sign-ups.', '{Show the app,Smile}', '{Promise profit}',
    '{https://a.example/guide?x=1#top,HTTP://b.example}', pg_temp.files('tests.own'))
$$;
select pg_temp.buy_all();
select results_eq('select brief, brief_goal, brief_dos, brief_donts, brief_links, brief_files from public.pack_orders',
  $$ values ('Say it simply.', 'Sign-ups.', '{Show the app,Smile}'::text[], '{Promise profit}'::text[],
    '{https://a.example/guide?x=1#top,HTTP://b.example}'::text[], pg_temp.files('tests.own')) $$, 'an order has all parts of its brief');
select is((pg_temp.buy_all()).id, (select id from public.pack_orders), 'a retry with the same brief returns the same order');
select throws_ok($$ select pg_temp.buy(current_setting('tests.key')::uuid, 'Sign-ups.') $$, 'PT409', 'idempotency_key_reused',
  'a retry with another brief is refused');
select is(o.brief_hash, encode(sha256(convert_to(jsonb_build_object('message', o.brief, 'goal', o.brief_goal, 'dos', o.brief_dos,
  'donts', o.brief_donts, 'links', o.brief_links, 'files', o.brief_files)::text, 'UTF8')), 'hex'), 'the hash of a brief covers every part')
from public.pack_orders o;
select tests.by('service', $$ select public.record_payment('sandbox', 'paid', o.id, o.price_minor + o.buyer_fee_minor, o.currency) from public.pack_orders o $$);
select throws_ok('update public.pack_orders set ' || change, 'PT403', 'append_only', 'nobody can change a paid brief to ' || btrim(change))
from unnest(array[$$ brief = 'x' $$, $$ brief_goal = 'x' $$, $$ brief_dos = '{x}' $$, $$ brief_donts = '{x}' $$,
  $$ brief_links = '{https://x.example}' $$, $$ brief_files = '[]' $$]) as change;

select tests.gets('kol', $$ select count(*) > 0 from storage.objects where name = current_setting('tests.own') $$, 'true', 'the creator reads the files of a brief');

-- A brief can consist of a message alone.
select tests.act_as(tests.id('brand'));
select results_eq($$ select brief, brief_goal, brief_dos, brief_donts, brief_links, brief_files
  from public.place_order((select id from public.packs), 'A text.', gen_random_uuid()) $$,
  $$ values ('A text.', '', '{}'::text[], '{}'::text[], '{}'::text[], '[]'::jsonb) $$, 'a brief may consist of a message alone');
select is(o.brief_hash, encode(sha256(convert_to('{"message": "A text."}', 'UTF8')), 'hex'), 'a brief of a message alone has the hash of that message')
from public.pack_orders o where o.brief = 'A text.';
select lives_ok($$ select public.place_order((select id from public.packs), null, gen_random_uuid(), null, null, null, null, null, null) $$,
  'an order may be placed without a brief');
-- Empty parts are left out of the content.
select tests.act_as_owner();
select is(private.brief_content('', '', '{}', '{}', '{}', '[]'), '{}', 'an empty brief has no content');
select is(private.brief_content('x', 'y', '{a}', '{b}', '{c}', '[1]'),
  '{"message": "x", "goal": "y", "dos": ["a"], "donts": ["b"], "links": ["c"], "files": [1]}', 'the content of a brief has every part that is not empty');
