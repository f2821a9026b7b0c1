-- cast: brand brand
create function pg_temp.has(written text) returns boolean language sql as $$
  select private.has_replayed('16/B0', jsonb_build_object('x-written-position', written))
$$;
select is(pg_temp.has('16/AF'), true, 'a replica that is ahead of the written position answers');
select is(pg_temp.has('16/B0'), true, 'a replica that has just reached the written position answers');
select is(pg_temp.has('16/B1'), false, 'a replica that lacks what was written does not answer');
select is(pg_temp.has('17/0'), false, 'a replica that lacks a later file of the log does not answer');
select is(pg_temp.has(null), true, 'a replica answers a client that has written nothing');
select is(private.has_replayed('16/B0', null), true, 'a replica answers a request without headers');
select is(pg_temp.has('16/B1; drop table x'), true, 'a header that is no position is ignored');
select is(pg_temp.has('1600000000/B1'), true, 'a header that is too long for a position is ignored');
select lives_ok($$ select set_config('request.headers', '{"x-written-position": "FFFFFFFF/FFFFFFFF"}', true), private.before_request() $$, 'the primary answers with any written position');
select set_config('tests.position', tests.answer('brand', 'select public.written_position()'), true);
select cmp_ok(current_setting('tests.position')::pg_lsn, '<=', pg_current_wal_lsn(), 'a member reads a position of the log that the primary has written');
select tests.refused('visitor', 'select public.written_position()', '42501', null, 'a visitor reads no position of the log');
