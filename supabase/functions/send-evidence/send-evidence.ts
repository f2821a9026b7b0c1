import { messageOf } from '../_shared/errors.ts'
import type { PaymentProvider } from '../_shared/payments/provider.ts'

/** A row of the SQL function claim_evidence. */
export type Claimed = {
  chargeback_id: string
  provider: string
  dispute_ref: string
  evidence: Record<string, string>
}

/** The database's functions for evidence. Each call may be repeated. */
export type Cases = {
  claim(providers: string[], batch: number): Promise<Claimed[]>
  record(chargebackId: string, problem: string | null): Promise<void>
}

/** The number of claimed items, small enough that all are sent long before their lease ends. */
const BATCH = 5

/** Sends claimed evidence until none is left or the time is up. */
export async function sendEvidence(
  providers: Pick<PaymentProvider, 'name' | 'sendEvidence'>[],
  cases: Cases,
  until: number,
  log: (fault: string) => void,
) {
  const counts = { sent: 0, refused: 0, failed: 0 }
  const names = providers.map(({ name }) => name)
  for (;;) {
    const claimed = await cases.claim(names, BATCH)
    for (const { chargeback_id, provider: name, dispute_ref, evidence } of claimed) {
      const provider = providers.find((each) => each.name === name)
      // Evidence that is not sent in this run is handed out again when its lease ends.
      if (!provider || Date.now() > until) return counts
      try {
        const problem = await provider.sendEvidence({
          disputeReference: dispute_ref,
          key: `evidence-${chargeback_id}`,
          fields: evidence,
        })
        await cases.record(chargeback_id, problem)
        counts[problem === null ? 'sent' : 'refused'] += 1
      } catch (error) {
        // It is unknown whether the evidence was sent; a later run checks that first.
        log(messageOf(error))
        counts.failed += 1
      }
    }
    if (claimed.length === 0) return counts
  }
}
