import { withClient } from 'local-supabase/database.ts'
import { migrationFiles } from '../../../project.ts'
import { check } from '../check.ts'

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
