// Ten years of the ledger, with all months closed but the last. Measures closing a month, and reports on demand.
import { withClient } from 'local-supabase/database.ts'
import { startTestDatabase } from '../../../supabase/tests/support/database.ts'
import { median, ms, processorTimed, section } from './support/measure.ts'

const MONTHS = 120
const ORDERS = 2500
const RUNS = 5

// Each order has an escrow account, which is filled by its payment and emptied by its completion.
const SETUP = `
  set session_replication_role = replica;
  create temporary table orders as
  select n, md5('order' || n)::uuid as id, date_trunc('month', now()) + interval '1 hour' - interval '1 month' * (${MONTHS} - 1 - (n - 1) / ${ORDERS}) as at
  from generate_series(1, ${MONTHS * ORDERS}) as n;
  insert into private.accounts (owner_id, order_id, kind, currency) select id, id, 'escrow', 'USD' from orders order by n;
  insert into private.transfers (event, order_id, created_at)
  select event::private.transfer_event, id, at from orders cross join unnest('{escrow,completion}'::text[]) as event order by n;
  analyze private.accounts, private.transfers;
  insert into private.entries (transfer_id, account_id, amount_minor, currency)
  select t.id, side.account_id, side.amount_minor * case t.event when 'escrow' then 1 else -1 end, 'USD'
  from private.transfers t join private.accounts a on a.order_id = t.order_id
  join private.accounts p on p.owner_id is null and p.currency = 'USD' and p.shard = t.id % 16
    and p.kind = case t.event when 'escrow' then 'cash' else 'revenue' end
  cross join lateral (values (a.id, 100), (p.id, -100)) as side (account_id, amount_minor)
  order by t.id;
  update private.accounts a set balance_minor = s.sum from (select account_id, sum(amount_minor) from private.entries group by 1) as s where s.account_id = a.id;
  analyze`
const CLOSE = `
  create temporary table closing as
  select (date_trunc('month', now()) - interval '1 month')::date as month, b.* from private.balances_before(date_trunc('month', now())::date) as b;
  insert into private.closed_months (month) select distinct month from closing;
  insert into private.closing_balances (month, currency, kind, balance_minor) select month, currency, kind, balance_minor from closing`
const CHECKS: [string, string][] = [
  ['`open_month_faults`, to close a month', 'select * from private.open_month_faults()'],
  ['`account_faults`, the whole check on demand', 'select * from private.account_faults()'],
]

const db = await startTestDatabase(2)
try {
  await withClient(db.url.replace('//postgres:', '//supabase_admin:'), async (client) => {
    await client.query(SETUP)
    await client.query('vacuum')
    const measured = async () => {
      const taken: number[] = []
      for (const [, sql] of CHECKS) {
        const samples: number[] = []
        for (let run = 0; run < RUNS; run += 1)
          samples.push(await processorTimed(client, () => client.query(sql)))
        taken.push(median(samples))
      }
      return taken
    }
    const open = await measured()
    await client.query(CLOSE)
    const closed = await measured()
    section(
      'Ten years of the ledger',
      `${MONTHS} months of ${ORDERS.toLocaleString('en')} orders, ${(4 * MONTHS * ORDERS).toLocaleString('en')} entries; processor time, median of ${RUNS}.`,
      ['', 'no month closed, ms', 'all but the last closed, ms'],
      CHECKS.map(([name], index) => [
        name,
        ms(open[index] ?? Number.NaN),
        ms(closed[index] ?? Number.NaN),
      ]),
    )
  })
} finally {
  await db.stop()
}
