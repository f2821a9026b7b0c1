// Measures the queries of the command palette for a member with 10,000 messages, among a million creators.
import type pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { addTraffic, marketSize, withMarket } from './support/market.ts'
import { asUser, bound, median, ms, p95, processorTimed, section } from './support/measure.ts'

const RUNS = 60
const BOUND_MS = 50
/** For comparison: a scan of all texts that the member may read, as a client would need without the function. */
const NAIVE = `
  select id from public.messages where $1 in (sender_id, receiver_id) and lower(content) like '%' || $2 || '%'
  union all select id from public.members where lower(display_name || bio) like '%' || $2 || '%'`
const QUERIES = [
  { name: 'a word of one message', query: 'message 7777' },
  { name: 'a word of all messages', query: 'message' },
  { name: 'a rare creator', query: 'creator 4242' },
  { name: 'letters of many creators', query: 'cre' },
  { name: 'two letters', query: 'ma' },
  { name: 'nothing at all', query: 'no such words' },
]

const size = marketSize()
await withMarket(size, async (market) => {
  await withClient(market.url(), async (client) => {
    const member = await addTraffic(client)
    const lines: string[][] = []
    for (const { name, query } of QUERIES) {
      const ours: number[] = []
      const naive: number[] = []
      for (let run = 0; run < RUNS; run += 1) {
        ours.push(await find(client, member.user_id, query))
        if (run % 20 === 0)
          naive.push(await processorTimed(client, () => client.query(NAIVE, [member.id, query])))
      }
      lines.push([
        name,
        `\`${query}\``,
        ms(median(ours)),
        bound(ms(p95(ours)), p95(ours) <= BOUND_MS),
        ms(median(naive)),
      ])
    }
    section(
      'Finding anything',
      `One call of \`find_anything\` by a member with 10,000 messages among ${size.toLocaleString('en')} creators, in processor time; p95 is to be at most ${BOUND_MS} ms.`,
      ['', 'query', 'ms p50', 'ms p95', 'a scan, ms p50'],
      lines,
    )
  })
})

const find = (client: pg.Client, userId: string, query: string): Promise<number> =>
  asUser(client, userId, () =>
    processorTimed(client, () => client.query('select * from public.find_anything($1)', [query])),
  )
