import { requireService, serviceClient } from '../_shared/clients.ts'
import { dataOf } from '../_shared/errors.ts'
import { withoutSecrets } from '../_shared/log.ts'
import { configuredProviders } from '../_shared/payments/providers.ts'
import { endpoint } from '../_shared/serve.ts'
import { sendEvidence } from './send-evidence.ts'

// Functions are stopped after a while; what is left over is the next call's.
const LONGEST_MS = 25_000

// Called by the scheduler: sends our evidence in disputes of cards, as the database stored it.
Deno.serve(
  endpoint('send-evidence', async (request, notes) => {
    requireService(request)
    const client = serviceClient()
    const cases = {
      claim: async (providers: string[], batch: number) =>
        dataOf(await client.rpc('claim_evidence', { providers, batch })),
      record: async (chargeback_id: string, problem: string | null) =>
        void dataOf(await client.rpc('record_evidence', { chargeback_id, problem })),
    }
    const counts = await sendEvidence(
      configuredProviders(),
      cases,
      Date.now() + LONGEST_MS,
      (fault) => void (notes.lastFault = withoutSecrets(fault)),
    )
    Object.assign(notes, counts)
    return counts
  }),
)
