import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withClient } from 'local-supabase/database.ts'
import { migrationFiles, projectRoot } from '../../../project.ts'
import { catalogueOf, factsOf } from '../../schema/catalogue.ts'
import { check, type Finding } from '../check.ts'

const PUSH = 'npx supabase db push --remote'

export const migrations = check('migrations', ['databaseUrl'], async ({ databaseUrl }) => {
  const applied = await rows<{ version: string }>(
    databaseUrl,
    'select version from supabase_migrations.schema_migrations',
  )
  const versions = new Set(applied.map(({ version }) => version))
  return migrationFiles()
    .filter(({ version }) => !versions.has(version))
    .map(({ version, name }) => ({ problem: `${version}_${name} is not applied`, advice: PUSH }))
})

const SHOWN = 20

/** A trigger's condition prints with other brackets once it has gone through a migration. */
const meaningOf = (line: string) =>
  line.startsWith('trigger ') ? line.replaceAll(/[()]/g, '') : line
const factsByMeaning = (text: string) =>
  new Map(factsOf(text).map((fact) => [meaningOf(fact), fact]))

/** Row-level security, policies, grants, constraints and triggers: the same as in the repository. */
export function differences(wanted: string, found: string): Finding[] {
  const want = factsByMeaning(wanted)
  const have = factsByMeaning(found)
  const missing = [...want].filter(([meaning]) => !have.has(meaning)).map(([, line]) => line)
  const added = [...have].filter(([meaning]) => !want.has(meaning)).map(([, line]) => line)
  const findings = [
    ...missing.map((line) => ({ problem: `missing: ${line}`, advice: PUSH })),
    ...added.map((line) => ({
      problem: `not of the repository: ${line}`,
      advice: 'Somebody changed the database by hand. Undo it, or make it a migration.',
    })),
  ]
  const rest = findings.length - SHOWN
  const more = { problem: `and ${rest} more differences`, advice: PUSH }
  return rest > 0 ? [...findings.slice(0, SHOWN), more] : findings
}

export const rights = check('rights', ['databaseUrl'], async ({ databaseUrl }) => {
  const file = join(projectRoot, 'supabase', 'tests', 'schema', 'catalogue.txt')
  const [, ...reviewed] = readFileSync(file, 'utf8').split('\n') // the first line is a comment
  return differences(reviewed.join('\n'), await withClient(databaseUrl, catalogueOf))
})

export const staff = check('staff', ['databaseUrl'], async ({ databaseUrl }) => {
  const inOffice = await rows<{ has_factor: boolean }>(
    databaseUrl,
    `select exists (select from auth.mfa_factors f where f.user_id = p.user_id and f.status = 'verified') as has_factor
     from public.profiles p where p.is_staff`,
  )
  if (inOffice.length === 0) {
    const advice =
      "As the database owner: select private.create_founding_invite('you@example.com');"
    return [{ problem: 'nobody is staff', advice }]
  }
  if (inOffice.some(({ has_factor }) => has_factor)) return []
  const advice = 'Sign in and enrol one in Settings, Security: staff can do nothing without.'
  return [{ problem: 'no member of staff has a second factor', advice }]
})

const rows = <Row extends object>(url: string, sql: string) =>
  withClient(url, async (client) => (await client.query<Row>(sql)).rows)
