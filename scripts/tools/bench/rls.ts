// Measures the cost of row-level security: each frequent query of the client runs as a member, and as
// the owner of the tables, to whom no policy applies.
import type pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { addTraffic, SMALL_MARKET, withMarket } from './support/market.ts'
import { actAs, median, ms, section, timed, times } from './support/measure.ts'

const RUNS = 300
const BRAND = `md5('brand1')::uuid`
const USER = `md5('user1')::uuid`
const QUERIES = {
  'own profile': `select * from public.profiles where user_id = ${USER}`,
  'a creator': `select * from public.members where id = md5('creator5')::uuid`,
  'packs of a creator': `select * from public.packs where kol_id = md5('creator5')::uuid and is_published`,
  'own orders': `select * from public.pack_orders where brand_id = ${BRAND} order by created_at desc limit 50`,
  'messages of a conversation': `select * from public.messages where conversation_id = md5('conversation7')::uuid order by created_at desc limit 50`,
  'unread messages': 'select public.unread_count()',
  'who is in a conversation': `select * from public.conversation_participants where conversation_id = md5('conversation7')::uuid`,
  'newest notifications': `select * from public.notifications where user_id = ${USER} order by created_at desc limit 50`,
  'unread notifications': `select count(*) from public.notifications where user_id = ${USER} and not read`,
  'own saved searches': `select * from public.saved_searches where profile_id = ${BRAND} order by created_at desc`,
  inbox: 'select * from public.inbox()',
  search: `select * from public.search_creators('{"platforms": ["x"], "language": "en"}')`,
}

await withMarket(SMALL_MARKET, async (market) => {
  await withClient(market.url(), addTraffic)
  await withClient(market.url('postgres'), async (client) => {
    const { rows } = await client.query<{ id: string }>(`select ${USER} as id`)
    const userId = rows[0]?.id ?? ''
    const lines: string[][] = []
    for (const [name, sql] of Object.entries(QUERIES))
      lines.push(await compare(client, userId, name, sql))
    section(
      'Row-level security',
      'Milliseconds p50, elapsed, as the member and as the owner of the tables, in turn; each statement is prepared once, as the Data API of Supabase sends it.',
      ['query', 'member', 'owner', 'added', 'member / owner'],
      lines,
    )
  })
})

async function compare(
  client: pg.Client,
  userId: string,
  name: string,
  sql: string,
): Promise<string[]> {
  const member: number[] = []
  const owner: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    await client.query('begin')
    await actAs(client, userId)
    member.push(await timed(() => client.query({ name: `${name}, member`, text: sql })))
    await client.query('reset role')
    owner.push(await timed(() => client.query({ name: `${name}, owner`, text: sql })))
    await client.query('rollback')
  }
  const [mine, bare] = [median(member), median(owner)]
  return [name, ms(mine), ms(bare), ms(mine - bare), times(mine / bare)]
}
