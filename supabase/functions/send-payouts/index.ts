import { requireService, serviceClient } from '../_shared/clients.ts'
import { dataOf } from '../_shared/errors.ts'
import { withoutSecrets } from '../_shared/log.ts'
import { sendingProviders } from '../_shared/payouts/providers.ts'
import { bookOf } from '../_shared/payouts/reports.ts'
import { endpoint } from '../_shared/serve.ts'
import { sendPayouts, type Claimed } from './send-payouts.ts'

// Functions are stopped after a while; what is left over is the next call's.
const LONGEST_MS = 25_000

// Called by the scheduler: sends the payouts and refunds that the database decided.
Deno.serve(
  endpoint('send-payouts', async (request, notes) => {
    requireService(request)
    const client = serviceClient()
    const book = {
      ...bookOf(client),
      claim: async (providers: string[], batch: number): Promise<Claimed[]> =>
        dataOf(await client.rpc('claim_payouts', { providers, batch })),
    }
    const counts = await sendPayouts(
      sendingProviders(),
      book,
      Date.now() + LONGEST_MS,
      (fault) => void (notes.lastFault = withoutSecrets(fault)),
    )
    Object.assign(notes, counts)
    return counts
  }),
)
