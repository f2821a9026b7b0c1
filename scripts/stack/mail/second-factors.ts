import { withClient } from '../database.ts'

/** The secret (base32) of a user's second factor. */
export type SecondFactor = { email: string; secret: string }

/** The verified factors of the given accounts. An account may have none. */
export function readSecondFactors(adminUrl: string, emails: string[]): Promise<SecondFactor[]> {
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query<SecondFactor>(
      `select u.email, f.secret from auth.mfa_factors f join auth.users u on u.id = f.user_id
        where u.email = any($1) and f.factor_type = 'totp' and f.status = 'verified'`,
      [emails],
    )
    return rows
  })
}
