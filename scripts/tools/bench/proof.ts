// Measures making and checking a proof of all balances, and the public comparison of money held and owed, in a market
// with one account per member (`--size`).
import { parseArgs } from 'node:util'
import { withClient } from 'local-supabase/database.ts'
import { startTestDatabase } from '../../../supabase/tests/support/database.ts'
import {
  isCounted,
  type BalanceProof,
  type ProofRoot,
} from '../../../web/src/domain/money/balance-proof.ts'
import { bound, median, ms, p95, section, timed } from './support/measure.ts'

const { values } = parseArgs({ options: { size: { type: 'string', default: '1000000' } } })
const SIZE = Number(values.size)
const READS = 101
const MOST_MS = { check: 200, solvency: 5 }

// Only accounts are made, because only counting them is measured.
const SETUP = `
  select tests.make_member('counted', 'brand');
  alter table private.accounts drop constraint accounts_owner_id_fkey, disable trigger user;
  insert into private.accounts (owner_id, kind, currency, balance_minor)
  select case nr when 1 then tests.id('counted') else gen_random_uuid() end, 'wallet', 'USD', nr from generate_series(1, ${SIZE}) as nr;
  update private.accounts set balance_minor = -${SIZE}::bigint * (${SIZE} + 1) / 2 where id = private.platform_account('cash', 'USD', gen_random_uuid());
  select private.record_holdings('manual', '{"USD": 1}');`
const PROOF = `
  select p.proof_id::float8 as proof_id, p.profile_id, p.salt, p.place, p.amount_minor::float8 as amount_minor, p.branch
  from public.my_balance_proof('USD') as p`
const ROOT = `
  select id::float8 as id, owed_minor::float8 as owed_minor, depth, root, chain from public.balance_proofs where currency = 'USD'`

const db = await startTestDatabase(2)
try {
  await withClient(db.url, async (client) => {
    await client.query(SETUP)
    await client.query('vacuum analyze')
    const made = await timed(() => client.query(`select private.prove_balances('USD')`))
    await client.query('vacuum analyze private.proof_leaves, private.proof_nodes')
    const counted = await timed(() => client.query('select private.take_solvency()'))
    const reads: number[] = []
    const proofs: number[] = []
    const checks: number[] = []
    for (let nr = 0; nr < READS; nr += 1)
      reads.push(await timed(() => client.query('select * from public.solvency')))
    await client.query(`select set_config('role', 'authenticated', false), set_config('request.jwt.claims',
      jsonb_build_object('sub', tests.user_id(tests.id('counted')), 'role', 'authenticated')::text, false)`)
    const roots = await client.query<ProofRoot>(ROOT)
    for (let nr = 0; nr < READS; nr += 1) {
      const begun = performance.now()
      const { rows } = await client.query<BalanceProof>(PROOF)
      const read = performance.now()
      if (!(await isCounted(rows[0]!, roots.rows[0]!))) throw new Error('not counted')
      proofs.push(read - begun)
      checks.push(performance.now() - read)
    }
    const row = (what: string, list: number[], most?: number) => [
      what,
      most ? bound(ms(median(list)), median(list) <= most) : ms(median(list)),
      ms(p95(list)),
    ]
    section(
      'Proof of balances and solvency',
      `${SIZE.toLocaleString('en')} members with money, elapsed time. The whole tree is made in ${(made / 1000).toFixed(1)} s, a comparison is taken in ${ms(counted)} ms. A member's check is the code of the browser, to take at most ${MOST_MS.check} ms; the public answer is to take at most ${MOST_MS.solvency} ms.`,
      ['', 'ms p50', 'ms p95'],
      [
        row('a branch, read', proofs),
        row('the root, computed from it and compared', checks, MOST_MS.check),
        row('the public comparison, read', reads, MOST_MS.solvency),
      ],
    )
  })
} finally {
  await db.stop()
}
