import { withClient } from 'local-supabase/database.ts'

/** The changes of policies on the platform's tables (files, private channels), which pg-delta ignores. */
export async function platformPolicies(source: string, desired: string): Promise<string[]> {
  const [before, after] = await Promise.all([policiesOf(source), policiesOf(desired)])
  const gone = [...before].filter(([name, sql]) => after.get(name) !== sql)
  const made = [...after].filter(([name, sql]) => before.get(name) !== sql)
  return [...gone.map(([name]) => `DROP POLICY ${name};\n`), ...made.map(([, sql]) => sql)]
}

async function policiesOf(url: string): Promise<Map<string, string>> {
  const result = await withClient(url, (client) =>
    client.query<{ name: string; sql: string }>(`
      select format('%I ON %I.%I', policyname, schemaname, tablename) as name,
        format(E'CREATE POLICY %I ON %I.%I AS %s FOR %s TO %s%s%s;\\n', policyname, schemaname, tablename,
          permissive, cmd, array_to_string(roles, ', '), ' USING (' || qual || ')',
          ' WITH CHECK (' || with_check || ')') as sql
      from pg_policies where schemaname in ('storage', 'realtime')
      order by 1`),
  )
  return new Map(result.rows.map(({ name, sql }) => [name, sql]))
}
