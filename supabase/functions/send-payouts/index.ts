import { dataOf } from '../_shared/errors.ts'
import { sendingProviders } from '../_shared/payouts/providers.ts'
import { bookOf } from '../_shared/payouts/reports.ts'
import { scheduled } from '../_shared/scheduled.ts'
import { sendPayouts, type Claimed } from './send-payouts.ts'

// Sends the payouts and refunds that are due in the database to the provider.
Deno.serve(
  scheduled('send-payouts', (client, until, log) => {
    const book = {
      ...bookOf(client),
      claim: async (providers: string[], batch: number): Promise<Claimed[]> =>
        dataOf(await client.rpc('claim_payouts', { providers, batch })),
    }
    return sendPayouts(sendingProviders(), book, until, log)
  }),
)
