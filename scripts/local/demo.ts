import type pg from 'pg'
import { withClient } from '../stack/database.ts'

/** An account to try the product with; `totpSecret` (base32) makes the codes of its second factor. */
export type DemoAccount = { email: string; password: string; role: string; totpSecret?: string }

// What supabase/seed.sql creates for a person to start with; worth nothing outside a local stack.
const password = 'kolpact-demo-1'
export const demoAccounts: DemoAccount[] = [
  { email: 'brand@kolpact.test', password, role: 'brand' },
  { email: 'creator@kolpact.test', password, role: 'kol' },
  { email: 'staff@kolpact.test', password, role: 'staff' },
]

export const demoInviteCode = 'WELCOME-KOLPACT'

/** The demo accounts with the second factors that they have in this database. */
export async function withSecondFactors(databaseUrl: string): Promise<DemoAccount[]> {
  const secrets = await withClient(databaseUrl, readSecrets)
  return demoAccounts.map((account) => {
    const totpSecret = secrets.get(account.email)
    return totpSecret ? { ...account, totpSecret } : account
  })
}

async function readSecrets(client: pg.Client): Promise<Map<string, string>> {
  const found = await client.query<{ email: string; secret: string }>(
    `select u.email, f.secret from auth.mfa_factors f join auth.users u on u.id = f.user_id
      where u.email = any($1) and f.factor_type = 'totp' and f.status = 'verified'`,
    [demoAccounts.map(({ email }) => email)],
  )
  return new Map(found.rows.map(({ email, secret }) => [email, secret]))
}
