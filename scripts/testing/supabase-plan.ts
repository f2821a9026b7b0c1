// What `npm run test:supabase` does, in this order, as data: the order is what made it pass or fail.
import { join } from 'node:path'
import { projectRoot } from '../project.ts'
import { PGTAP } from './pgtap.ts'

export type Step =
  | { says: string; cli: string[] }
  | { says: string; sql: string }
  | { says: string; file: string }
  | { says: string; script: string }
  | { says: string; suites: string[] }

const HELPERS = 'supabase/tests/database/000_helpers.sql'

// A run of the due work holds locks that the tests wait for, and does what they count.
const UNSCHEDULE = `select cron.unschedule(jobid) from cron.job where jobname like 'kolpact-%'`

export const start: Step = { says: 'supabase start', cli: ['start'] }

/** The tests of the database count rows: nothing but the migrations may be there. */
export const pgTap: Step[] = [
  { says: 'An empty database', cli: ['db', 'reset', '--no-seed', '--yes'] },
  { says: 'Clocks stand still', sql: UNSCHEDULE },
  { says: 'Helpers of the tests', file: join(projectRoot, HELPERS) },
  { says: 'pgTAP itself', sql: PGTAP },
  { says: 'pgTAP', script: 'scripts/db-test.ts' },
]

/** A reset schedules the clocks again and takes the helpers away. */
export const market: Step[] = [{ says: 'The demo market', cli: ['db', 'reset', '--yes'] }]

export const overTheApi: Step[] = [{ says: 'API and browser', suites: ['api', 'e2e'] }]
