import type { Register, Verdict } from './vies.ts'

/** A row of the SQL function claim_vat_checks. */
export type Claimed = { company_id: string; vat_number: string; requester: string | null }

/** The records in the database. Each call may be repeated. */
export type Checks = {
  claim(batch: number): Promise<Claimed[]>
  record(claimed: Claimed, verdict: Verdict): Promise<void>
}

/** Checks one number after another, until none is due or the time is up. The tax offices allow few requests at once. */
export async function checkVat(register: Register, checks: Checks, until: number) {
  const counts = { valid: 0, invalid: 0, unreachable: 0 }
  while (Date.now() < until) {
    const [claimed] = await checks.claim(1)
    if (!claimed) break
    const verdict = await register(claimed.vat_number, claimed.requester)
    await checks.record(claimed, verdict)
    counts[verdict.state] += 1
  }
  return counts
}
