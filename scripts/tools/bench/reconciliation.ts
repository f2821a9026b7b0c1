// Measures the reconciliation of a day with 100,000 movements: lines are recorded in pages as by the function
// `reconcile`, then matched with the ledger. One in a thousand differs.
import { withClient } from 'local-supabase/database.ts'
import { startTestDatabase } from '../../../supabase/tests/support/database.ts'
import { median, section } from './support/measure.ts'

const MOVEMENTS = 100_000
const PAGE = 100

// All payments are booked in one transfer, because only the reconciliation is measured.
const SETUP = `
  insert into private.provider_reads values ('bench', now() - interval '3 days', now() - interval '3 days');
  insert into public.payments (provider, provider_ref, claimed_order_id, amount_minor, currency)
  select 'bench', 'cs_' || n, gen_random_uuid(), 5000, 'USD' from generate_series(1, ${MOVEMENTS}) as n;
  alter table private.accounts disable trigger accounts_only_by_entry;
  alter table private.entries disable trigger entries_apply;
  with moved as (
    insert into private.transfers (event, reference, created_at)
    select 'payment', p.id, now() - interval '2 days' from public.payments p where p.provider = 'bench' returning id, reference
  )
  insert into private.entries (transfer_id, account_id, amount_minor, currency)
  select m.id, l.account_id, l.amount, 'USD'
  from moved m cross join lateral (values
    (private.platform_account('cash', 'USD', m.reference), -5000), (private.platform_account('suspense', 'USD', m.reference), 5000)) as l (account_id, amount);
  update private.accounts a set balance_minor = (select sum(e.amount_minor) from private.entries e where e.account_id = a.id)
  where exists (select from private.entries e where e.account_id = a.id);
  alter table private.entries enable trigger entries_apply;
  alter table private.accounts enable trigger accounts_only_by_entry;
`
const LINES = `
  select jsonb_agg(jsonb_build_object('ref', 'txn_' || p.id, 'kind', 'payment', 'subject', p.claimed_order_id,
    'amount_minor', case when nr % 1000 = 0 then 4999 else 5000 end, 'fee_minor', 175, 'currency', 'USD', 'occurred_at', now() - interval '2 days')) as lines
  from (select *, row_number() over (order by id) as nr from public.payments where provider = 'bench') as p
  group by nr / ${PAGE}`

const db = await startTestDatabase(2)
try {
  await withClient(db.url, async (client) => {
    await client.query(SETUP)
    await client.query('vacuum analyze')
    const { rows } = await client.query<{ lines: object }>(LINES)
    const begun = performance.now()
    for (const { lines } of rows)
      await client.query(`select private.record_provider_lines('bench', $1, now())`, [
        JSON.stringify(lines),
      ])
    const recorded = performance.now()
    const { rows: counts } = await client.query<{ counts: Record<string, number> }>(
      'select private.finish_reconciliation() as counts',
    )
    const matched = performance.now()
    const reads: number[] = []
    for (let nr = 0; nr < 21; nr++) {
      const before = performance.now()
      await client.query('select * from public.solvency')
      reads.push(performance.now() - before)
    }
    const seconds = (ms: number) => (ms / 1000).toFixed(1)
    section(
      'Reconciliation',
      `A day of ${MOVEMENTS.toLocaleString('en')} movements of a provider, one in a thousand of another amount, in pages of ${PAGE}; the wait for the provider is left out. Found: ${JSON.stringify(counts[0]?.counts)}.`,
      ['', 'seconds'],
      [
        ['lines recorded, fees booked', seconds(recorded - begun)],
        ['matched with the ledger, differences found', seconds(matched - recorded)],
        ['the public comparison, read', (median(reads) / 1000).toFixed(4)],
      ],
    )
  })
} finally {
  await db.stop()
}
