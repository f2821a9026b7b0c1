import type { Schedule } from 'local-supabase/scheduler.ts'

/** What docs/deploying.md has pg_cron do on a hosted project. */
export const schedule: Schedule = {
  channel: 'due_work',
  statements: ['select public.run_due_work()'],
  functions: [
    {
      name: 'send-emails',
      when: `select from private.email_outbox where status = 'waiting' and send_after <= now() limit 1`,
    },
    {
      name: 'process-files',
      when: `select from private.file_inspections where status = 'waiting' and due_at <= now()
             union all select from private.file_removals where due_at <= now() limit 1`,
    },
  ],
}
