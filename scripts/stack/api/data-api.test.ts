import { beforeAll, expect, test } from 'vitest'
import { forAllTests } from '../for-all-tests.ts'
import { startTestStack } from '../test-stack.ts'

const stack = forAllTests(startTestStack)
beforeAll(async () => {
  await stack.sql(`
    create table public.things (
      id bigint primary key,
      price numeric(5, 2),
      made_at timestamptz,
      constraint things_price_positive check (price > 0)
    );
    alter table public.things enable row level security;
    create policy things_all on public.things for all to authenticated using (id <> 13) with check (id <> 13);
    grant select, insert (id, price, made_at), update (price) on public.things to authenticated;
    create function public.raise_as(code text) returns void language plpgsql as $$
      begin
        raise exception 'some_token' using errcode = code, detail = 'why', hint = 'how';
      end $$;
    grant execute on function public.raise_as to anon, authenticated;
    create function public.kinds(one jsonb, many jsonb, words text[], word jsonb default '"x"') returns jsonb
      language sql stable as $$ select jsonb_build_array(jsonb_typeof(one), jsonb_typeof(many), words[1]) $$;
    grant execute on function public.kinds to authenticated;
    create view public.totals with (security_invoker = true) as select count(*) as things from public.things;
    grant select on public.totals to authenticated;
    create table public.documents (id int primary key, body jsonb, tags text[], seen timestamptz[]);
    grant all on public.documents to authenticated;
    create function public.whoami() returns jsonb language sql stable as $$
      select jsonb_build_object('role', current_user, 'uid', auth.uid(), 'session_user', session_user,
        'claimed', auth.role(), 'address', current_setting('request.headers', true)::jsonb ->> 'x-forwarded-for')
    $$;
    grant execute on function public.whoami to anon, authenticated, service_role;
  `)
  await stack.reloadSchema()
})

test('the Data API returns values in the format of PostgREST', async () => {
  const { client } = await stack.member('ada')
  const row = { id: 1, price: 4.5, made_at: '2026-01-02T03:04:05.678+02:00' }
  expect((await client.from('things').insert(row)).error).toBeNull()
  const { data } = await client.from('things').select().eq('id', 1).single()
  expect(data).toEqual({ id: 1, price: 4.5, made_at: '2026-01-02T01:04:05.678+00:00' })
})

test('JSON and arrays keep their types, in rows and in arguments', async () => {
  const { client } = await stack.member('json')
  const kinds = await client.rpc('kinds', { one: { a: 1 }, many: [1, 2], words: ['a "b"', 'c'] })
  expect(kinds.data).toEqual(['object', 'array', 'a "b"'])
  const bodies = [{ deep: [1, { a: null }] }, [1, 2], [], 'a string', 5, true]
  for (const [id, body] of bodies.entries()) {
    const row = { id, body, tags: ['x', 'y,{"z"}'], seen: ['2026-01-01T00:00:00+00:00'] }
    const { data, error } = await client.from('documents').insert(row).select().single()
    expect(error).toBeNull()
    expect(data).toEqual(row)
  }
  const overlapping = await client
    .from('documents')
    .select('id')
    .overlaps('tags', ['x'])
    .contains('tags', ['x'])
  expect(overlapping.data).toHaveLength(bodies.length)
})

test('errors of the database keep code, message and PostgREST’s status', async () => {
  const { client } = await stack.member('bob')
  const check = await client.from('things').insert({ id: 2, price: -1 })
  expect(check).toMatchObject({ status: 400, error: { code: '23514' } })
  expect(check.error?.message).toContain('"things_price_positive"')
  await client.from('things').insert({ id: 3, price: 1 })
  expect(await client.from('things').insert({ id: 3, price: 1 })).toMatchObject({
    status: 409,
    error: { code: '23505' },
  })
  expect(await client.from('things').insert({ id: 13, price: 1 })).toMatchObject({
    status: 403,
    error: { code: '42501' },
  })
  for (const [code, status] of [
    ['PT409', 409],
    ['PT422', 422],
    ['PT429', 429],
    ['P0001', 400],
    ['40001', 500],
    ['57014', 500],
  ] as const) {
    expect(await client.rpc('raise_as', { code })).toMatchObject({
      status,
      error: { code, message: 'some_token', details: 'why', hint: 'how' },
    })
  }
})

test('a statement that does not parse returns an error and releases its connection', async () => {
  const { client } = await stack.member('eve')
  // There are more requests than connections.
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => client.from('totals').update({ things: 0 }).eq('things', 1)),
  )
  for (const { error } of answers) expect(error?.code).toBe('55000')
  expect((await client.from('totals').select()).error).toBeNull()
})

test('grants on columns apply, because the stack adds no grants of its own', async () => {
  const { client } = await stack.member('carl')
  await client.from('things').insert({ id: 4, price: 1 })
  const { error } = await client
    .from('things')
    .update({ made_at: new Date().toISOString() })
    .eq('id', 4)
  expect(error?.code).toBe('42501')
  expect(await stack.client().from('things').select()).toMatchObject({
    status: 401,
    error: { code: '42501' },
  })
})

test('a caller has the role of its key or token, and the login role is `authenticator`', async () => {
  const { client, userId } = await stack.member('dora')
  const me = async (who: typeof client) => (await who.rpc('whoami')).data
  expect(await me(stack.client())).toMatchObject({ role: 'anon', uid: null, claimed: 'anon' })
  expect(await me(client)).toMatchObject({
    role: 'authenticated',
    uid: userId,
    session_user: 'authenticator',
  })
  expect(await me(stack.admin)).toMatchObject({ role: 'service_role', claimed: 'service_role' })
  expect(await me(client)).toMatchObject({ address: '127.0.0.1' })
})

test('requests without a key, with a wrong key or a wrong token are refused', async () => {
  const get = (headers: Record<string, string>) =>
    fetch(`${stack.apiUrl}/rest/v1/profiles`, { headers })
  expect((await get({})).status).toBe(401)
  expect((await get({ apikey: 'sb_publishable_wrong' })).status).toBe(401)
  const forged = await get({ apikey: stack.publishableKey, authorization: 'Bearer a.b.c' })
  expect(forged.status).toBe(401)
  expect(await forged.json()).toMatchObject({ code: 'PGRST301' })
  const inBrowser = await get({ apikey: stack.secretKey, 'user-agent': 'Mozilla/5.0' })
  expect(inBrowser.status).toBe(401)
})

test('a connectivity check by HEAD and a CORS preflight succeed', async () => {
  const head = await fetch(`${stack.apiUrl}/rest/v1/`, {
    method: 'HEAD',
    headers: { apikey: stack.publishableKey },
  })
  expect(head.status).toBeLessThan(500)
  const preflight = await fetch(`${stack.apiUrl}/rest/v1/things`, {
    method: 'OPTIONS',
    headers: { origin: 'http://x', 'access-control-request-headers': 'x-web-client,apikey' },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toBe('x-web-client,apikey')
})

test('a new function can be called after `notify pgrst`', async () => {
  const { client } = await stack.member('nina')
  expect((await client.rpc('added')).error?.code).toBe('PGRST202')
  await stack.sql(`create function public.added() returns int language sql as 'select 7';
    notify pgrst, 'reload schema'`)
  await expect.poll(async () => (await client.rpc('added')).data, { timeout: 20_000 }).toBe(7)
})

test('the pre-request function runs before each request with the role of the caller, and may refuse the request', async () => {
  const { client } = await stack.member('early')
  await stack.sql(`
    create schema hidden;
    grant usage on schema hidden to anon, authenticated;
    create function hidden.before() returns void language plpgsql as $$
      begin
        if current_setting('request.headers')::jsonb ->> 'x-client-info' = 'refused' then
          raise exception 'not_allowed' using errcode = 'PT403';
        end if;
        perform set_config('test.caller', current_user || auth.uid()::text, true);
      end $$;
    create view public.callers as select current_setting('test.caller', true) as caller;
    grant select on public.callers to authenticated;
    alter role authenticator set pgrst.db_pre_request = 'hidden.before';
    notify pgrst, 'reload config'`)
  try {
    const caller = async () => (await client.from('callers').select().single()).data?.caller
    await expect.poll(caller, { timeout: 20_000 }).toMatch(/^authenticated[0-9a-f-]{36}$/)
    const refused = await fetch(`${stack.apiUrl}/rest/v1/rpc/whoami`, {
      headers: { apikey: stack.publishableKey, 'x-client-info': 'refused' },
    })
    expect([refused.status, (await refused.json()).message]).toEqual([403, 'not_allowed'])
    expect((await stack.client().rpc('whoami')).data).toMatchObject({ role: 'anon' })
  } finally {
    await stack.sql(
      `alter role authenticator reset pgrst.db_pre_request; notify pgrst, 'reload config'`,
    )
  }
})

test('a GET request and a stable function cannot write, as on a replica', async () => {
  await stack.sql(`
    create table public.visits (id int generated always as identity);
    create function public.visit() returns void language sql volatile security definer as $$
      insert into public.visits default values $$;
    create function public.look() returns void language plpgsql stable as $$
      begin perform public.visit(); end $$`)
  await stack.reloadSchema()
  const { client } = await stack.member('reader')
  expect((await client.rpc('visit')).error).toBeNull()
  for (const read of [client.rpc('look'), client.rpc('visit', {}, { get: true })]) {
    const { error, status } = await read
    expect({ code: error?.code, status }).toEqual({ code: '25006', status: 405 })
  }
})

test('a slow call ends at the timeout of its role, and its connection serves the next call', async () => {
  await stack.sql(`create function public.wait_for(seconds float) returns void language sql as
    'select pg_sleep(seconds)'; notify pgrst, 'reload schema'`)
  const { client: member } = await stack.member('slow')
  await expect
    .poll(async () => (await member.rpc('wait_for', { seconds: 0 })).error, { timeout: 20_000 })
    .toBeNull()
  const cancelled = {
    status: 500,
    error: { code: '57014', message: 'canceling statement due to statement timeout' },
  }
  const timed = async (caller: typeof member, seconds: number) => {
    const begun = performance.now()
    const { status, error } = await caller.rpc('wait_for', { seconds })
    return { status, error, seconds: (performance.now() - begun) / 1000 }
  }
  const [visitor, patient, late, service] = await Promise.all([
    timed(stack.client(), 7),
    timed(member, 7),
    timed(member, 30),
    timed(stack.admin, 30),
  ])
  expect(visitor).toMatchObject(cancelled)
  expect(visitor.seconds).toBeGreaterThanOrEqual(3)
  expect(visitor.seconds).toBeLessThan(7)
  expect(patient).toMatchObject({ status: 204, error: null })
  // The service role has no timeout of its own, so that of the login role applies.
  for (const answer of [late, service]) {
    expect(answer).toMatchObject(cancelled)
    expect(answer.seconds).toBeGreaterThanOrEqual(8)
    expect(answer.seconds).toBeLessThan(20)
  }
  expect((await member.rpc('wait_for', { seconds: 4 })).error).toBeNull()
})

test('update and delete without a filter are refused, as by the extension safeupdate', async () => {
  const { client } = await stack.member('careless')
  const refused = (verb: string) => ({
    status: 400,
    error: { code: '21000', message: `${verb} requires a WHERE clause` },
  })
  for (const caller of [client, stack.admin]) {
    expect(await caller.from('documents').delete()).toMatchObject(refused('DELETE'))
    expect(await caller.from('documents').update({ tags: [] })).toMatchObject(refused('UPDATE'))
    expect(
      await caller.from('documents').update({ tags: [] }).select('id').order('id').limit(1),
    ).toMatchObject(refused('UPDATE'))
  }
  expect((await client.from('documents').update({ tags: [] }).eq('id', 1)).error).toBeNull()
  expect((await client.from('documents').delete().or('id.eq.1,id.eq.2')).error).toBeNull()
})

test('a long answer is compressed for a client that accepts it, as on a hosted project', async () => {
  const { client } = await stack.member('zoe')
  const { data } = await client.auth.getSession()
  const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/kinds`, {
    method: 'POST',
    headers: {
      apikey: stack.publishableKey,
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'application/json',
      'accept-encoding': 'gzip',
    },
    body: JSON.stringify({ one: {}, many: [], words: ['w'.repeat(5_000)] }),
  })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(await answer.json()).toContain('w'.repeat(5_000))
})
