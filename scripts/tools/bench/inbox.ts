// Measures the inbox and the unread counts of a member with 10,000 messages, compared with simple queries.
import { withClient } from 'local-supabase/database.ts'
import { addTraffic, SMALL_MARKET, withMarket } from './support/market.ts'
import { asUser, median, ms, p95, section, timed, times } from './support/measure.ts'

const RUNS = 100
const NAIVE_INBOX = `
  select c.id, c.last_message_at,
    (select json_agg(m order by m.created_at desc) from public.messages m where m.conversation_id = c.id) as messages
  from public.conversations c where $1 in (c.member_a, c.member_b) order by c.last_message_at desc`
const QUESTIONS = [
  { name: 'first page of the inbox', ours: 'select * from public.inbox()', naive: NAIVE_INBOX },
  {
    name: 'a page far down',
    ours: `select * from public.inbox(30, now() - interval '160 minutes')`,
    naive: NAIVE_INBOX,
  },
  {
    name: 'unread, over all',
    ours: 'select public.unread_count()',
    naive: 'select count(*) filter (where not is_read) from public.messages where receiver_id = $1',
  },
  {
    name: 'newest 50 of a conversation',
    ours: `select * from public.messages where conversation_id = md5('conversation7')::uuid order by created_at desc limit 50`,
    naive: `select * from public.messages where sender_id = $1 or receiver_id = $1 order by created_at desc`,
  },
]

await withMarket(SMALL_MARKET, async (market) => {
  await withClient(market.url(), async (client) => {
    const member = await addTraffic(client)
    const lines: string[][] = []
    for (const { name, ours, naive } of QUESTIONS) {
      const fast: number[] = []
      const slow: number[] = []
      for (let run = 0; run < RUNS; run += 1) {
        fast.push(await asUser(client, member.user_id, () => timed(() => client.query(ours))))
        if (run % 10 === 0)
          slow.push(await timed(() => client.query(naive, naive.includes('$1') ? [member.id] : [])))
      }
      lines.push([
        name,
        ms(median(fast)),
        ms(p95(fast)),
        ms(median(slow)),
        times(median(slow) / median(fast)),
      ])
    }
    section(
      'Inbox',
      'A member with 10,000 messages in 200 conversations, 300 of them unread; elapsed time. The naive form reads the messages of all conversations, as a client without these functions would.',
      ['', 'ms p50', 'ms p95', 'naive ms p50', 'naive / p50'],
      lines,
    )
  })
})
