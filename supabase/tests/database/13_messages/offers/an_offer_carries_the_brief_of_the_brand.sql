-- cast: bob brand, ann kol
select plan(41);
select tests.storage_does('storage.object.upload');
select tests.lift_limits();
select tests.by('bob', $$ select set_config('tests.conversation', public.get_or_create_conversation(tests.id('ann'))::text, true) $$);
select tests.by('bob', $$ select set_config('tests.own', current_setting('tests.conversation') || '/one/guide.pdf', true) $$);
select tests.by('bob', $$ select set_config('tests.of_ann', current_setting('tests.conversation') || '/two/draft.pdf', true) $$);
insert into storage.objects (metadata, bucket_id, name, owner_id)
select '{"mimetype": "application/pdf", "size": 10}', o.* from (values
  ('attachments', current_setting('tests.own'), tests.user_id(tests.id('bob'))),
  ('attachments', current_setting('tests.of_ann'), tests.user_id(tests.id('ann')))) as o;
create function pg_temp.files(variable text) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('path', current_setting(variable), 'name', 'guide.pdf',
    'type', 'application/pdf', 'size', 10))
$$;
create function pg_temp.offer(
  key uuid default gen_random_uuid(), brief text default '', goal text default '', dos text[] default '{}',
  donts text[] default '{}', links text[] default '{}', files jsonb default '[]', counters uuid default null
) returns public.offers language sql as $$
  select public.make_offer(current_setting('tests.conversation')::uuid, 'Two threads', 'Both.', 20000, 'USD', 5, 1, key,
    counters_id => counters, brief => brief, goal => goal, dos => dos, donts => donts, links => links, files => files)
$$;
create function pg_temp.accept(
  brief text default '', goal text default '', dos text[] default '{}', donts text[] default '{}',
  links text[] default '{}', files jsonb default '[]'
) returns public.pack_orders language sql as $$
  select public.accept_offer(o.id, o.terms_hash, accept.brief, goal, dos, donts, links, files)
  from public.offers o where o.id = tests.offer_id()
$$;
create function pg_temp.brief_of(o public.pack_orders) returns jsonb language sql as $$
  select jsonb_build_array(o.brief, o.brief_goal, o.brief_dos, o.brief_donts, o.brief_links, o.brief_files)
$$;

-- Tests that a call with a malformed brief is refused: an offer of the brand, and its acceptance of a creator's
-- offer.
create function pg_temp.refusals(call text, relation text) returns setof text language sql as $body$
  select throws_ok(format('select pg_temp.%s(%s)', call, wrong.given), coalesce(code, '23514'),
    case when code is null then format('new row for relation "%s" violates check constraint "%s_brief%s"', relation, relation, name) else name end,
    format('%s is refused with %s', call, wrong.given))
  from (values
    ($$ brief => repeat('x', 5001) $$, null, '_length'),
    ($$ goal => repeat('x', 501) $$, null, '_goal_length'),
    ($$ dos => array[repeat('x', 301)] $$, null, '_dos_short'),
    ($$ donts => array_fill('x'::text, '{21}') $$, null, '_donts_short'),
    ($$ links => array_fill('https://a.example'::text, '{21}') $$, null, '_links_short'),
    ($$ links => '{javascript:alert(1)}' $$, null, '_links_are_addresses'),
    ($$ files => (select jsonb_agg(f -> 0) from pg_temp.files('tests.own') as f, generate_series(1, 11)) $$, null, '_files_are_list'),
    ($$ files => jsonb_set(pg_temp.files('tests.own'), '{0,url}', '"x"') $$, null, '_files_well_formed'),
    ($$ files => pg_temp.files('tests.of_ann') $$, 'PT422', 'file_unknown')
  ) as wrong (given, code, name)
$body$;
select tests.act_as(tests.id('bob'));
select pg_temp.refusals('offer', 'offers');
select is((select count(*) from public.offers), 0::bigint, 'a refused brief leaves no offer');

-- The brand writes the brief in its offer.
select set_config('tests.key', gen_random_uuid()::text, true);
create function pg_temp.offer_all() returns public.offers language sql as $$
  select pg_temp.offer(current_setting('tests.key')::uuid, 'Say it simply.', 'Sign-ups.', '{Smile}', '{Promise profit}',
    '{https://a.example}', pg_temp.files('tests.own'))
$$;
select set_config('tests.offer_id', (pg_temp.offer_all()).id::text, true);
select is((pg_temp.offer_all()).id, tests.offer_id(), 'a retry with the same brief is the same offer');
select throws_ok($$ select pg_temp.offer(current_setting('tests.key')::uuid, 'Say it simply.') $$, 'PT409', 'idempotency_key_reused',
  'a retry with another brief is refused');
select is(o.brief_hash, encode(sha256(convert_to(jsonb_build_object('message', o.brief, 'goal', o.brief_goal, 'dos', o.brief_dos,
  'donts', o.brief_donts, 'links', o.brief_links, 'files', o.brief_files)::text, 'UTF8')), 'hex'), 'the hash of a brief covers every part')
from public.offers o;
select tests.act_as_owner();
select throws_ok('update public.offers set ' || change, 'PT403', 'append_only', 'an offer cannot be changed by: ' || change)
from unnest(array[$$ brief = 'x' $$, $$ brief_goal = 'x' $$, $$ brief_dos = '{x}' $$, $$ brief_donts = '{x}' $$,
  $$ brief_links = '{https://x.example}' $$, $$ brief_files = '[]' $$]) as change;
select tests.act_as(tests.id('ann'));
select is((select brief_goal from public.offers), 'Sign-ups.', 'the creator reads the brief before the acceptance');
select throws_ok($$ select pg_temp.accept('Another.') $$, 'PT403', 'brief_is_brands', 'a creator cannot accept with another brief');
select is(pg_temp.brief_of(pg_temp.accept()), jsonb_build_array('Say it simply.', 'Sign-ups.', '{Smile}'::text[], '{Promise profit}'::text[],
  '{https://a.example}'::text[], pg_temp.files('tests.own')), 'the order has the whole brief of the offer');
select is((select brief_hash from public.pack_orders), (select brief_hash from public.offers), 'the order has the hash of the brief');
select is((pg_temp.accept()).id, (select id from public.pack_orders), 'a retry of the acceptance finds the order');
select tests.act_as_owner();
select private.remove_files_of(tests.id('bob'));
select is_empty($$ select 1 from private.file_removals $$, 'the file of a brief is kept when the brand deletes its account');

-- A creator's offer has no brief; the brand adds it when it accepts.
select tests.refused('ann', $$ select pg_temp.offer(brief => 'Mine.') $$, 'PT403', 'brief_is_brands', 'a creator cannot write a brief into an offer');
select tests.refused('ann', $$ select pg_temp.offer(files => pg_temp.files('tests.of_ann')) $$, 'PT403', 'brief_is_brands', 'a creator cannot add a file to a brief');
select tests.by('ann', $$ select set_config('tests.offer_id', (pg_temp.offer()).id::text, true) $$);
select tests.act_as(tests.id('bob'));
select pg_temp.refusals('accept', 'pack_orders');
select is((select status from public.offers where id = tests.offer_id()), 'sent', 'an offer stays open after a refused brief');
select is(o.brief_goal, 'Sign-ups.', 'the order has the brief that the brand accepts with') from pg_temp.accept(goal => 'Sign-ups.', files => pg_temp.files('tests.own')) as o;
select is((pg_temp.accept(goal => 'Sign-ups.', files => pg_temp.files('tests.own'))).id, order_id, 'a retry with the same brief returns the order')
from public.offers where id = tests.offer_id();
select throws_ok($$ select pg_temp.accept(goal => 'Reach.') $$, 'PT409', 'offer_not_open', 'a retry with another brief finds the offer closed');

-- A brief is optional.
select set_config('tests.offer_id', (pg_temp.offer()).id::text, true);
select tests.act_as(tests.id('ann'));
select is(o.brief_hash, encode(sha256(convert_to('{}', 'UTF8')), 'hex'), 'an offer without a brief becomes an order without a brief')
from public.accept_offer(tests.offer_id(), (select terms_hash from public.offers where id = tests.offer_id())) as o;
