// Steps of `npm run test:supabase` in their order, as data that a test can read.
import { join } from 'node:path'
import { projectRoot } from '../../project.ts'
import { PGTAP } from './pgtap.ts'

export type Step =
  | { says: string; cli: string[] }
  | { says: string; sql: string }
  | { says: string; file: string }
  | { says: string; script: string }
  | { says: string; suites: string[] }

const HELPERS = 'supabase/tests/database/000_helpers.sql'

// Unschedules the due work: it holds locks that the tests wait for, and changes rows that they count.
const UNSCHEDULE = `select cron.unschedule(jobid) from cron.job where jobname like 'kolpact-%'`

export const start = { says: 'supabase start', cli: ['start'] } satisfies Step

/** Runs pgTAP in a database without a seed, because the tests count rows. */
export const pgTap: Step[] = [
  { says: 'An empty database', cli: ['db', 'reset', '--no-seed', '--yes'] },
  { says: 'Clocks stand still', sql: UNSCHEDULE },
  { says: 'Helpers of the tests', file: join(projectRoot, HELPERS) },
  { says: 'pgTAP itself', sql: PGTAP },
  { says: 'pgTAP', script: 'scripts/db-test.ts' },
]

/** Resets the database: this schedules the jobs again and removes the helpers. */
export const market: Step[] = [{ says: 'The demo market', cli: ['db', 'reset', '--yes'] }]

export const overTheApi: Step[] = [{ says: 'API and browser', suites: ['api', 'e2e'] }]
