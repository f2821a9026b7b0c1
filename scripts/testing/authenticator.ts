import { totpCode, totpStep } from '../stack/auth/totp.ts'

const used = new Map<string, number>()

/** The code that an authenticator app shows now; never one that was given out before. */
export async function freshCode(secret: string): Promise<string> {
  const step = Math.max(totpStep(), (used.get(secret) ?? 0) + 1)
  used.set(secret, step)
  // A code of the next step is taken too, so that clocks may differ.
  while (step > totpStep() + 1) await new Promise((resolve) => setTimeout(resolve, 500))
  return totpCode(secret, step)
}

/** One that no app shows now. */
export async function wrongCode(secret: string): Promise<string> {
  const near = [-2, -1, 0, 1, 2].map((each) => totpCode(secret, totpStep() + each))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !near.includes(code),
  ) as string
}
