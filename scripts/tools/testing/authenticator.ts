import { totpCode, totpStep } from 'local-supabase/auth/totp.ts'

/** The current code of an authenticator app. */
export const presentCode = (secret: string): string => totpCode(secret)

/** A code that is not valid now. */
export async function wrongCode(secret: string): Promise<string> {
  const near = [-2, -1, 0, 1, 2].map((each) => totpCode(secret, totpStep() + each))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !near.includes(code),
  ) as string
}
