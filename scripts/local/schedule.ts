import type { Schedule } from 'local-supabase/scheduler.ts'

/** Jobs that pg_cron and pg_net run on a hosted project (supabase/schemas/15_operation/07_scheduled_jobs.sql). */
export const schedule: Schedule = {
  channel: 'due_work',
  statements: [
    'call private.run_due_work_in_steps()',
    'select private.prove_due_balances()',
    'select private.note_health()',
  ],
  due: 'select name from private.due_functions() as name',
}
