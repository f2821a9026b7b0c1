select plan(32);
select tests.storage_does('storage.object.upload');
select tests.make_member(name, 'brand') from unnest(array['brand', 'rival']) as name;
select tests.make_member('kol', 'kol');
select tests.make_pack(tests.id('kol'));
select tests.act_as(tests.id('rival'));
select set_config('tests.rivals', public.get_or_create_conversation(tests.id('kol')) || '/one/brand.pdf', true);
select tests.act_as(tests.id('brand'));
select set_config('tests.own', public.get_or_create_conversation(tests.id('kol')) || '/one/brand.pdf', true);
select set_config('tests.of_kol', public.get_or_create_conversation(tests.id('kol')) || '/two/draft.pdf', true);
select tests.act_as_owner();
insert into storage.objects (bucket_id, name, owner_id) values
  ('attachments', current_setting('tests.own'), tests.user_id(tests.id('brand'))),
  ('attachments', current_setting('tests.of_kol'), tests.user_id(tests.id('kol'))),
  ('attachments', current_setting('tests.rivals'), tests.user_id(tests.id('brand')));
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
grant execute on all functions in schema pg_temp to authenticated;
select tests.act_as(tests.id('brand'));

-- Limits of a brief
select throws_ok($$ select pg_temp.buy(goal => repeat('x', 501)) $$, '23514',
  'new row for relation "pack_orders" violates check constraint "pack_orders_brief_goal_length"', 'a goal is short');
select throws_ok($$ select pg_temp.buy(dos => array_fill('Smile.'::text, '{21}')) $$, '23514',
  'new row for relation "pack_orders" violates check constraint "pack_orders_brief_dos_short"', 'what to do is a short list');
select throws_ok($$ select pg_temp.buy(dos => array[repeat('x', 301)]) $$, '23514',
  'new row for relation "pack_orders" violates check constraint "pack_orders_brief_dos_short"', 'of short lines');
select throws_ok($$ select pg_temp.buy(donts => array['']) $$, '23514',
  'new row for relation "pack_orders" violates check constraint "pack_orders_brief_donts_short"', 'of which none is empty');
select throws_ok($$ select pg_temp.buy(links => array_fill('https://a.example'::text, '{21}')) $$, '23514',
  'new row for relation "pack_orders" violates check constraint "pack_orders_brief_links_short"', 'links are few');
select throws_ok(format($$ select pg_temp.buy(links => array['https://a.example', %L]) $$, link), '23514',
  'new row for relation "pack_orders" violates check constraint "pack_orders_brief_links_are_addresses"', link || ' is no address')
from unnest(array['javascript:alert(1)', 'https://', 'a.example', 'https://bank.example@host.example/x', 'ftp://a.example']) as link;
select throws_ok($$ select pg_temp.buy(files => (select jsonb_agg(f -> 0) from pg_temp.files('tests.own') as f, generate_series(1, 11))
  ) $$, '23514', 'new row for relation "pack_orders" violates check constraint "pack_orders_brief_files_are_list"', 'files are few');
select throws_ok($$ select pg_temp.buy(files => '[{"name": "brand.pdf"}]') $$, 'PT422', 'file_unknown', 'a file has a path');
select throws_ok($$ select pg_temp.buy(files => jsonb_set(pg_temp.files('tests.own'), '{0,url}', '"x"')) $$, '23514',
  'new row for relation "pack_orders" violates check constraint "pack_orders_brief_files_well_formed"', 'and nothing that is not described');
select throws_ok($$ select pg_temp.buy(files => pg_temp.files('tests.rivals')) $$, 'PT422', 'file_unknown',
  'a file lies in the conversation of the two sides');
select throws_ok($$ select pg_temp.buy(files => pg_temp.files('tests.of_kol')) $$, 'PT422', 'file_unknown',
  'and was uploaded by the brand');

-- The brief of the order
select set_config('tests.key', gen_random_uuid()::text, true);
create function pg_temp.buy_all() returns public.pack_orders language sql as $$
  select pg_temp.buy(current_setting('tests.key')::uuid, 'Sign-ups.', '{Show the app,Smile}', '{Promise profit}',
    '{https://a.example/guide?x=1#top,HTTP://b.example}', pg_temp.files('tests.own'))
$$;
select pg_temp.buy_all();
select results_eq('select brief, brief_goal, brief_dos, brief_donts, brief_links, brief_files from public.pack_orders',
  $$ values ('Say it simply.', 'Sign-ups.', '{Show the app,Smile}'::text[], '{Promise profit}'::text[],
    '{https://a.example/guide?x=1#top,HTTP://b.example}'::text[], pg_temp.files('tests.own')) $$, 'the order has all parts');
select is((pg_temp.buy_all()).id, (select id from public.pack_orders), 'a retry with the same brief is the same order');
select throws_ok($$ select pg_temp.buy(current_setting('tests.key')::uuid, 'Sign-ups.') $$, 'PT409', 'idempotency_key_reused',
  'with another brief it is another purchase');
select is(o.brief_hash, encode(sha256(convert_to(jsonb_build_object('message', o.brief, 'goal', o.brief_goal, 'dos', o.brief_dos,
  'donts', o.brief_donts, 'links', o.brief_links, 'files', o.brief_files)::text, 'UTF8')), 'hex'), 'its hash covers every part')
from public.pack_orders o;
select tests.act_as_owner();
select throws_ok('update public.pack_orders set ' || change, 'PT403', 'append_only', 'nobody sets ' || change)
from unnest(array[$$ brief = 'x' $$, $$ brief_goal = 'x' $$, $$ brief_dos = '{x}' $$, $$ brief_donts = '{x}' $$,
  $$ brief_links = '{https://x.example}' $$, $$ brief_files = '[]' $$]) as change;

-- Readers of a brief
select tests.act_as(tests.id('kol'));
select is((select brief_goal from public.pack_orders), 'Sign-ups.', 'the creator reads it');
select tests.act_as(tests.id('rival'));
select is_empty('select 1 from public.pack_orders', 'another brand does not');

-- A brief with a message alone
select tests.act_as(tests.id('brand'));
select results_eq($$ select brief, brief_goal, brief_dos, brief_donts, brief_links, brief_files
  from public.place_order((select id from public.packs), 'A text.', gen_random_uuid()) $$,
  $$ values ('A text.', '', '{}'::text[], '{}'::text[], '{}'::text[], '[]'::jsonb) $$, 'a message alone is a brief');
select is(o.brief_hash, encode(sha256(convert_to('{"message": "A text."}', 'UTF8')), 'hex'), 'and has a hash of its own')
from public.pack_orders o where o.brief = 'A text.';
select lives_ok($$ select public.place_order((select id from public.packs), null, gen_random_uuid(), null, null, null, null, null, null) $$,
  'nothing at all is left to the talk of the two');
-- Empty parts are left out of the content.
select tests.act_as_owner();
select is(private.brief_content('', '', '{}', '{}', '{}', '[]'), '{}', 'nothing said');
select is(private.brief_content('x', 'y', '{a}', '{b}', '{c}', '[1]'),
  '{"message": "x", "goal": "y", "dos": ["a"], "donts": ["b"], "links": ["c"], "files": [1]}', 'one of each');
