import { dataOf } from '../_shared/errors.ts'
import { configuredProviders } from '../_shared/payments/providers.ts'
import { scheduled } from '../_shared/scheduled.ts'
import { sendEvidence } from './send-evidence.ts'

// Sends the stored evidence in disputes of card payments to the provider.
Deno.serve(
  scheduled('send-evidence', (client, until, log) => {
    const cases = {
      claim: async (providers: string[], batch: number) =>
        dataOf(await client.rpc('claim_evidence', { providers, batch })),
      record: async (chargeback_id: string, problem: string | null) =>
        void dataOf(await client.rpc('record_evidence', { chargeback_id, problem })),
    }
    return sendEvidence(configuredProviders(), cases, until, log)
  }),
)
