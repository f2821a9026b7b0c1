import { serve } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { PASSWORD } from 'local-supabase/test-stack.ts'
import { chainEnvironment } from '../../sandbox-chain/lazy-chain.ts'
import { localAccount } from '../../sandbox-chain/sandbox-chain.ts'
import { startTestKolpact } from '../../local/test-kolpact.ts'
import type { Deployment } from './check.ts'
import { examine } from './examine.ts'

let deployment: Required<Deployment>

// A market as after the steps of docs/operating.md: founded, with a scheduler that has run and a built client.
const stack = forAllTests(() => startTestKolpact({ webMode: 'preview' }), 180_000)
beforeAll(async () => {
  const { apiUrl, webUrl: siteUrl, publishableKey, secretKey, dbUrl: databaseUrl } = stack
  const chain = chainEnvironment(stack.chainUrl)
  deployment = {
    apiUrl,
    siteUrl,
    publishableKey,
    secretKey,
    databaseUrl,
    chainId: chain.CHAIN_ID,
    chainRpcUrls: chain.CHAIN_RPC_URLS,
    chainEscrow: chain.CHAIN_ESCROW,
    chainCollector: chain.CHAIN_COLLECTOR,
    chainToken: chain.CHAIN_TOKEN,
    chainFeeAddress: chain.CHAIN_FEE_ADDRESS,
  }
  const email = 'founder@example.test'
  const [founded] = await stack.sql<{ code: string }>(
    'select private.create_founding_invite($1) as code',
    [email],
  )
  const user = await createUser(email, PASSWORD, founded?.code)
  await stack.sql(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', 'KOLPACT', now(), now())`,
    [user],
  )
  await stack.sql('select private.run_due_work()')
}, 180_000)

async function createUser(email: string, password: string, code = 'STACK-TEST-INVITE') {
  const { data, error } = await stack.admin.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { invite_code: code },
  })
  if (error) throw error
  return data.user.id
}

test('the doctor finds no fault in a sound market', { timeout: 90_000 }, async () => {
  const results = await examine(deployment)
  expect(results.filter(({ findings, leftOut }) => leftOut || findings.length > 0)).toEqual([])
  expect(results.length).toBeGreaterThan(10)
})

test('checks without their settings are skipped', async () => {
  const results = await examine({ apiUrl: deployment.apiUrl }, ['catalogue', 'keys', 'hosting'])
  expect(results.map(({ leftOut }) => leftOut)).toEqual([
    'needs SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY',
    'needs DATABASE_URL',
    'needs SITE_URL',
  ])
})

/** The problems that one check finds in a deployment. */
async function problemsOf(name: string, given: Partial<Deployment> = {}): Promise<string> {
  const [result] = await examine({ ...deployment, ...given }, [name])
  expect(result?.findings.every(({ advice }) => advice.length > 10)).toBe(true)
  return result?.findings.map(({ problem }) => problem).join('\n') ?? ''
}

// Each fault of the database is made, found by the doctor, and undone.
test.each([
  [
    'migrations',
    `update supabase_migrations.schema_migrations set version = 'x' || version where version = (select max(version) from supabase_migrations.schema_migrations)`,
    `update supabase_migrations.schema_migrations set version = substr(version, 2) where version like 'x%'`,
    'is not applied',
  ],
  [
    'edge functions',
    'revoke execute on function public.read_calendar from service_role',
    'grant execute on function public.read_calendar to service_role',
    'calendar fails: 500',
  ],
  [
    'staff',
    `update auth.mfa_factors set status = 'unverified'`,
    `update auth.mfa_factors set status = 'verified'`,
    'no member of staff has a second factor',
  ],
  [
    'market health',
    `update private.clock_runs set ran_at = now() - interval '10 minutes'`,
    'select private.run_due_work()',
    'due_work: last run',
  ],
  [
    'market health',
    `insert into private.email_outbox (profile_id, template, send_after, created_at)
     select id, 'profile_approved', now() - interval '1 hour', now() from public.profiles limit 1`,
    'delete from private.email_outbox',
    'emails: the oldest waits since',
  ],
  [
    'market health',
    `insert into private.email_outbox
       (profile_id, template, status, attempts, claimed_at, last_error, send_after, created_at)
     select id, 'profile_approved', 'failed', 5, now(), '403 domain_not_verified', now(), now()
     from public.profiles limit 1`,
    'delete from private.email_outbox',
    '403 domain_not_verified',
  ],
])('the check `%s` finds the fault of: %s', async (name, fault, undo, expected) => {
  await stack.sql(fault)
  expect(await problemsOf(name)).toContain(expected)
  await stack.sql(undo)
  expect(await problemsOf(name)).toBe('')
})

test('changes made by hand are found, but only once all migrations are applied', async () => {
  await stack.sql('grant select on private.settings to anon')
  expect(await problemsOf('catalogue')).toContain('right to select private.settings of anon')
  await stack.sql('revoke select on private.settings from anon')
  await stack.sql(`update supabase_migrations.schema_migrations set version = 'x' || version`)
  const [result] = await examine(deployment, ['catalogue'])
  expect(result?.leftOut).toBe('migrations have to be applied first')
  await stack.sql(`update supabase_migrations.schema_migrations set version = substr(version, 2)`)
})

test('wrong addresses, a wrong node and a wrong token of the chain are found', async () => {
  const nobody = '0x000000000000000000000000000000000000dead'
  expect(await problemsOf('chain', { chainCollector: nobody })).toContain(`stands at ${nobody}`)
  const { chainEscrow: chainToken } = deployment
  expect(await problemsOf('chain', { chainToken })).toContain('not the domain of USDC')
  expect(await problemsOf('chain', { chainToken })).toContain(
    'CHAIN_ESCROW and CHAIN_TOKEN are one',
  )
  const { chainEscrow: chainCollector, chainCollector: swapped } = deployment
  expect(await problemsOf('chain', { chainEscrow: swapped, chainCollector })).toContain(
    `${swapped} is not the escrow`,
  )
  expect(await problemsOf('chain', { chainFeeAddress: '' })).toContain('without CHAIN_FEE_ADDRESS')
  expect(await problemsOf('chain', { chainId: '8453' })).toContain('is not chain 8453: 31337')
  const two = { chainRpcUrls: `${deployment.chainRpcUrls},http://127.0.0.1:9` }
  expect(await problemsOf('chain', two)).toMatch(/^127\.0\.0\.1:9: is not chain 31337/)
})

/** Makes the database's state as after a first payment on the chain, with this many signed transactions of the operator. */
const useChain = (operator: string, signed: number) =>
  stack.sql(`select private.set_chain($1)`, [
    {
      chain_id: Number(deployment.chainId),
      escrow: deployment.chainEscrow,
      collector: deployment.chainCollector,
      token: deployment.chainToken,
      operator: operator.toLowerCase(),
      block_number: 0,
      nonces: { [operator.toLowerCase()]: signed },
    },
  ])

test('an operator without gas, with a stuck transaction or with a shared key is found', async () => {
  await useChain(localAccount(20).address, 0)
  expect(await problemsOf('chain')).toMatch(/^the operator 0x\w+ has 0 ETH for gas$/)
  const operator = localAccount(8).address.toLowerCase()
  await useChain(operator, 1)
  expect(await problemsOf('chain')).toBe(`${operator} is stuck at number 0`)
  // The constraints are dropped, because the test's transaction belongs to no order or payment.
  await stack.sql(`alter table private.chain_transactions disable trigger user,
    drop constraint chain_transactions_act_id_fkey`)
  const sign = (before: string) => `
    delete from private.chain_transactions;
    insert into private.chain_transactions (act_id, nr, operator, nonce, raw, tx_hash, fee_per_gas, signed_at)
    values (1, 1, '${operator}', 0, '0x1', '0x${'1'.repeat(64)}', 1, now() - interval '${before}')`
  await stack.sql(sign('59 minutes'))
  expect(await problemsOf('chain')).toBe('')
  await stack.sql(sign('61 minutes'))
  expect(await problemsOf('chain')).toBe(`${operator} is stuck at number 0`)
  // Account 9 has deployed the contracts, so the chain has transactions of it that the database does not know.
  await stack.sql('delete from private.chain_transactions')
  await stack.sql('delete from private.chain_operators')
  await useChain(localAccount(9).address, 0)
  expect(await problemsOf('chain')).toMatch(/^\d transactions of 0x\w+ are not ours$/)
})

test('a market without staff is found', async () => {
  await stack.sql('update public.profiles set is_staff = false')
  expect(await problemsOf('staff')).toContain('nobody is staff')
  await stack.sql('update public.profiles set is_staff = true')
})

test('demo accounts and the demo invite are found', async () => {
  await createUser('staff@kolpact.test', 'kolpact-demo-1')
  await createUser('brand@kolpact.test', 'kolpact-demo-1')
  await stack.sql(`insert into public.invites (code) values ('WELCOME-KOLPACT')`)
  const problems = await problemsOf('demo market')
  expect(problems).toContain('brand@kolpact.test is there, and 1 more')
  expect(problems).toContain('WELCOME-KOLPACT lets everybody in')
  const fromOutside = await examine(withoutDatabase(), ['demo market'])
  expect(JSON.stringify(fromOutside)).toContain('staff@kolpact.test can sign in')
  await stack.sql(`delete from public.invites where code = 'WELCOME-KOLPACT'`)
})

/** The deployment without the fact `databaseUrl`. */
function withoutDatabase(apiUrl = deployment.apiUrl): Deployment {
  const { databaseUrl: _, ...outside } = deployment
  return { ...outside, apiUrl }
}

test('the check of demo accounts behind a captcha is skipped, not passed', async () => {
  const captcha = answer(400, '{"error_code":"captcha_failed","msg":"captcha protection"}')
  const gate = await startGate(deployment.apiUrl, '/auth/v1/token', captcha)
  const [result] = await examine(withoutDatabase(gate), ['demo market'])
  expect(result?.leftOut).toContain('no sign-in with a demo account could be tried')
})

test('the doctor finds that the publishable and the secret key are swapped or belong to another project', async () => {
  const { publishableKey, secretKey } = deployment
  const swapped = await problemsOf('keys', { publishableKey: secretKey, secretKey: publishableKey })
  expect(swapped).toContain('SUPABASE_PUBLISHABLE_KEY is not a publishable key')
  const foreign = 'sb_secret_ofanotherproject'
  expect(await problemsOf('keys', { secretKey: foreign })).toContain('the secret key is refused')
  const [away] = await examine({ ...deployment, apiUrl: 'http://127.0.0.1:9' }, ['keys'])
  expect(away?.findings.map(({ advice }) => advice)).toEqual(
    Array.from({ length: 2 }, () => 'Is the address of the project right?'),
  )
})

test('each failing row of market_health is reported with advice', async () => {
  const found = await stack.sql<{ name: string }>('select name from private.market_health()')
  const rows = [...found.map(({ name }) => name), 'function_answers', 'jobs'].map((name) => {
    return { name, is_fine: false, detail: 'broken' }
  })
  const path = '/rest/v1/rpc/market_health'
  const gate = await startGate(deployment.apiUrl, path, answer(200, JSON.stringify(rows)))
  expect((await problemsOf('market health', { apiUrl: gate })).split('\n')).toEqual(
    rows.map(({ name }) => `${name}: broken`),
  )
})

test.each([
  ['http://kolpact.example', {}, 'the site is not served by HTTPS'],
  ['https://kolpact.example', {}, 'links of Auth lead to http://127.0.0.1'],
  ['http://localhost:3000', { apiUrl: 'https://ref.invalid' }, 'an address of this machine'],
  ['kolpact.example', {}, 'SITE_URL is no address'],
])('the check of the site address finds the fault of %s', async (siteUrl, given, expected) => {
  expect(await problemsOf('site address', { siteUrl, ...given })).toContain(expected)
})

// Faults of the API and the hosting: the same stack, with a proxy that answers one path differently.
const answer = (status: number, body: string, headers: Record<string, string> = {}) => {
  return { status, body, headers }
}
test.each([
  ['edge functions', '/functions/v1/checkout', answer(404, '{"code":"NOT_FOUND"}'), 'not deployed'],
  [
    'payment webhook',
    '/functions/v1/payment-webhook',
    answer(503, '{"error":"payments_not_configured"}'),
    'payments_not_configured',
  ],
  ['payment webhook', '/functions/v1/payment-webhook', answer(200, '{}'), 'is not refused'],
  [
    'mail',
    '/functions/v1/send-emails',
    answer(503, '{"error":"mail_not_configured"}'),
    'mail_not_configured',
  ],
  ['sign-up', '/auth/v1/settings', answer(200, '{"mailer_autoconfirm":true}'), 'confirm'],
  [
    'site address',
    '/auth/v1/verify',
    answer(303, '', { location: 'http://localhost:3000/#error=x' }),
    'links of Auth lead to http://localhost:3000',
  ],
])('the check `%s` finds that %s gives a wrong answer', async (name, path, instead, expected) => {
  const gate = await startGate(deployment.apiUrl, path, instead)
  expect(await problemsOf(name, { apiUrl: gate })).toContain(expected)
})

test.each([
  ['/', answer(200, '<p>hello</p>'), 'no content security policy'],
  ['/', answer(200, `<p>sb_secret_${'a'.repeat(20)}</p>`), 'built with a secret key'],
  ['/dashboard/orders', answer(404, 'not found'), 'is not the client'],
])('the check of the hosting finds that %s answers %o', async (path, instead, expected) => {
  const gate = await startGate(deployment.siteUrl, path, instead)
  expect(await problemsOf('hosting', { siteUrl: gate })).toContain(expected)
})

/** Starts a proxy in front of a server until the end of the test; the proxy answers one path itself. */
async function startGate(target: string, path: string, instead: ReturnType<typeof answer>) {
  const fetchThrough = async (request: Request) => {
    const url = new URL(request.url)
    if (url.pathname === path) {
      const { status, headers, body } = instead
      return new Response(body || null, { status, headers })
    }
    const { method, headers } = request
    const body = method === 'GET' ? null : await request.text()
    const reply = await fetch(target + url.pathname + url.search, {
      method,
      body,
      redirect: 'manual',
      headers: Object.fromEntries([...headers].filter(([name]) => name !== 'host')),
    })
    const sent = [...reply.headers].filter(([name]) => !/^(content-(enc|len)|transfer)/.test(name))
    return new Response(await reply.text(), { status: reply.status, headers: sent })
  }
  const server = serve({ fetch: fetchThrough, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}
