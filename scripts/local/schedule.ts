import { callFunction, startScheduler } from 'local-supabase/scheduler.ts'

/**
 * Runs the jobs that pg_cron and pg_net run on a hosted project (supabase/schemas/15_operation/07_scheduled_jobs.sql).
 * It starts after the payment provider and the chain, because the functions that it calls use them.
 */
export function startClock(
  {
    apiUrl,
    secretKey,
    databaseUrl,
  }: { apiUrl: string; secretKey: string; databaseUrl: () => string },
  log: (line: string) => void,
): { stop(): Promise<void> } {
  return startScheduler({
    databaseUrl: databaseUrl(),
    channel: 'due_work',
    statements: [
      'call private.run_due_work_in_steps()',
      'select private.prove_due_balances()',
      'select private.note_health()',
    ],
    due: 'select name from private.due_functions() as name',
    call: (name) => callFunction(apiUrl, secretKey, name),
    log,
  })
}
