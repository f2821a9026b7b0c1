// Staff's lists with 10,000 rows of each kind: the first page with its count, a late page, and a search over all rows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { withMarket } from './support/market.ts'
import { bound, median, ms, p95, processorTimed, section } from './support/measure.ts'

const ROWS = 10_000
/** Few other orders: with many finished ones, an index would hide the cost of checks on each row. */
const MARKET = 200
const RUNS = 20
const BOUND_MS = 300
const LISTS = [
  'approvals',
  'disputes',
  'reports',
  'suspense',
  'payouts',
  'failed',
  'chargebacks',
  'suspensions',
  'people',
  'books',
  'proposals',
  'members',
  'invites',
  'audit',
]
const ABOUT = `jsonb_build_object('about', md5('desk777')::uuid)`
const MORE = [
  [
    'members, by the number of an order',
    `select public.staff_list('members', jsonb_build_object('term', o.number)) from public.pack_orders o where o.id = md5('desk order777')::uuid`,
  ],
  ['one member', `select public.staff_list('members', ${ABOUT})`],
  ['audit, about one member', `select public.staff_list('audit', ${ABOUT})`],
  ['audit, one act', `select public.staff_list('audit', '{"kind": "suspend_profile"}')`],
  ['the frame of a page', 'select public.my_frame()'],
] as const
const STAFF = `
  with made as (
    update public.profiles set is_staff = true where id = (
      select p.id from public.profiles p
      where p.role = 'brand' and p.deleted_at is null and not exists (select from private.branches b where b.profile_id = p.id)
        and not exists (select from public.referrals r where p.id in (r.inviter_id, r.invitee_id)) limit 1) returning user_id)
  select user_id from made`

await withMarket(MARKET, async (market) => {
  await withClient(market.url(), async (client) => {
    const data = readFileSync(join(import.meta.dirname, 'support', 'desk.sql'), 'utf8')
    await client.query(data.replaceAll(':rows:', String(ROWS)))
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query<{ user_id: string }>(STAFF)
    await client.query('reset session_replication_role')
    await signIn(client, rows[0]?.user_id ?? '')
    const lines = [await measured(client, 'the numbers of the tabs', 'select public.staff_queue()')]
    for (const list of LISTS) {
      lines.push(
        await measured(client, list, `select public.staff_list('${list}')`),
        await measured(
          client,
          `${list}, a word of few rows`,
          `select public.staff_list('${list}', '{"term": "desk 777"}')`,
        ),
      )
    }
    for (const [name, query] of MORE) lines.push(await measured(client, name, query))
    section(
      'The lists of staff',
      `One call with ${ROWS.toLocaleString('en')} rows of each kind, in processor time; p95 is to be at most ${BOUND_MS} ms.`,
      ['', 'ms p50', 'ms p95'],
      lines,
    )
  })
})

/** Gives the connection a session, as the SQL function `has_second_factor` requires. */
async function signIn(client: pg.Client, userId: string) {
  const { rows } = await client.query<{ id: string }>(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal)
     values (gen_random_uuid(), $1, now(), now(), 'aal2') returning id`,
    [userId],
  )
  const session_id = rows[0]?.id
  await client.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, now(), now(), 'totp')`,
    [session_id],
  )
  await client.query(`select set_config('request.jwt.claims', $1, false)`, [
    JSON.stringify({ sub: userId, role: 'authenticated', aal: 'aal2', session_id }),
  ])
}

async function measured(client: pg.Client, name: string, query: string): Promise<string[]> {
  const taken: number[] = []
  for (let run = 0; run < RUNS; run += 1)
    taken.push(await processorTimed(client, () => client.query(query)))
  return [name, ms(median(taken)), bound(ms(p95(taken)), p95(taken) <= BOUND_MS)]
}
