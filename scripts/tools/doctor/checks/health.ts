import { jsonOf, post, shown } from '../ask.ts'
import { check } from '../check.ts'

type Row = { name: string; is_fine: boolean; detail: string }

const ADVICE: Record<string, string> = {
  due_work:
    'Enable pg_cron (Integrations, Cron), then as the database owner: select private.schedule_clocks();',
  jobs: 'Read cron.job_run_details (docs/operating.md), then: select private.schedule_clocks();',
  call_functions:
    'Enable pg_net and Vault, put kolpact_api_url and kolpact_clock_key into Vault (docs/operating.md, "Clocks"), then: select private.schedule_clocks();',
  function_answers:
    'The last edge function that the clock called failed. 403: CLOCK_KEY of the functions differs from kolpact_clock_key in Vault. 404: deploy it. 503: a setting is missing, the token says which.',
  emails: 'E-mails wait: see call_functions and function_answers, then the log of send-emails.',
  emails_given_up:
    'The mail provider refused them: is the sender’s domain verified, the quota used up? Unanswered: read the log of send-emails.',
  files: 'Files wait to be looked at or removed: read the log of process-files.',
  orders: 'An order cannot be moved: the log of Postgres has a warning with its id and the reason.',
  holds: 'Earnings stay held: the log of Postgres has a warning with the order and the reason.',
  reviews: 'Reviews do not show: the log of Postgres has a warning with the order and the reason.',
  webhooks:
    'Several orders wait for their payment and nobody paid: look at what the provider sent to payment-webhook, and what it got.',
  payouts: 'Staff send them, in the section Payouts.',
  refunds: 'Staff send them, in the section Payouts.',
  unassigned_money: 'Staff assign it, in the section Unassigned money.',
  approvals: 'Staff approve or reject, in the section Approvals.',
  reports: 'Staff read them, in the section Reports.',
  silence_decides: 'Staff decide now: silence does so within two days.',
  maintenance: 'Members only read: end it (docs/operating.md, "Maintenance").',
  connections:
    'select usename, application_name, state, count(*) from pg_stat_activity group by 1, 2, 3;',
  replication_lag:
    'Is the replica up, its disk and processor busy, its network slow? Look for a long query on it, which holds it up.',
  replication_slots:
    'Its reader is gone or slow. Realtime: restart the project. One that nobody needs: select pg_drop_replication_slot(name);',
  dead_rows:
    'Look for an old transaction (docs/operating.md), end it, then: vacuum (analyze) the table.',
  partitions: 'Create the part for next month, or inserts fail on its first day.',
  database_size: 'Take a larger disk, then change the setting database_gigabytes.',
  payouts_sent_by_providers:
    'Read the log of send-payouts and the sections Payouts, and Failed and late.',
  dispute_evidence:
    'Read the log of send-evidence; else answer on the provider’s own page, before the day in the section Chargebacks.',
  payouts_late_states:
    'A provider says that it sent what is the member’s again: staff find it there, the section Failed and late lists it first.',
  balance_proofs: 'The log of Postgres says why; then: select private.prove_due_balances();',
  reconciliation: 'Staff settle it, in the section Books.',
  provider_lines:
    'Read the log of reconcile; a statement of the bank is read in the section Books.',
  chain: 'Staff look at the alarm, in the section Payouts (docs/usdc.md).',
  chain_acts: 'Read the log of settle-chain; the operator may have no ETH for gas.',
  chain_read: 'Read the log of watch-chain: the nodes do not answer, or do not agree.',
  chain_compared:
    'Read the log of watch-chain: a node without the state of a final block, or with too narrow a limit.',
  release: 'Compare it with the tag of the release.',
  solvency: 'Stop payouts and look at private.ledger_faults() before anything else.',
}

/** Reports the failing checks of the SQL function market_health: scheduler, queues and money. */
export const health = check('market health', ['secretKey'], async ({ apiUrl, secretKey }) => {
  const reply = await post(`${apiUrl}/rest/v1/rpc/market_health`, secretKey)
  if (reply.status !== 200) {
    const advice = 'Are the migrations there? npx supabase db push --remote'
    return [{ problem: `market_health does not answer: ${shown(reply)}`, advice }]
  }
  return (jsonOf(reply) as Row[])
    .filter((row) => !row.is_fine)
    .map(({ name, detail }) => ({ problem: `${name}: ${detail}`, advice: ADVICE[name] ?? '' }))
})
