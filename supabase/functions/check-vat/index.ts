import { requireService, serviceClient } from '../_shared/clients.ts'
import { setting } from '../_shared/environment.ts'
import { dataOf } from '../_shared/errors.ts'
import { withoutSecrets } from '../_shared/log.ts'
import { endpoint } from '../_shared/serve.ts'
import { checkVat } from './check-vat.ts'
import { vies } from './vies.ts'

// Functions are stopped after a while; what is left over is the next call's.
const LONGEST_MS = 15_000

// Called by the scheduler, where an operator switched the setting `vat_check` on.
Deno.serve(
  endpoint('check-vat', async (request, notes) => {
    requireService(request)
    const client = serviceClient()
    const log = (fault: string) => void (notes.lastFault = withoutSecrets(fault))
    const counts = await checkVat(
      vies(log, setting('VIES_URL')),
      {
        claim: async (batch) => dataOf(await client.rpc('claim_vat_checks', { batch })),
        record: async ({ company_id, vat_number }, { state, proof }) =>
          void dataOf(
            await client.rpc('record_vat_check', { company_id, vat_number, state, proof }),
          ),
      },
      Date.now() + LONGEST_MS,
    )
    Object.assign(notes, counts)
    return counts
  }),
)
