import { requireService, serviceClient } from '../_shared/clients.ts'
import { dataOf } from '../_shared/errors.ts'
import { withoutSecrets } from '../_shared/log.ts'
import { configuredProviders } from '../_shared/payments/providers.ts'
import { endpoint } from '../_shared/serve.ts'
import { reconcile, rowOf } from './reconcile.ts'

// Functions are stopped after a while; what is left over is the next call's.
const LONGEST_MS = 20_000

// Called by the scheduler: asks providers what they hold and what moved it. The database compares.
Deno.serve(
  endpoint('reconcile', async (request, notes) => {
    requireService(request)
    const client = serviceClient()
    const call = async (name: string, args: object = {}) => dataOf(await client.rpc(name, args))
    const books = {
      begin: () => call('begin_reconciliation'),
      readFrom: async (provider: string) => String(await call('provider_read_from', { provider })),
      recordLines: (provider: string, lines: Parameters<typeof rowOf>[0][], through?: string) =>
        call('record_provider_lines', {
          provider,
          lines: lines.map(rowOf),
          ...(through && { through }),
        }),
      recordBalances: (provider: string, balances: Record<string, number>) =>
        call('record_holdings', { provider, balances }),
      finish: () => call('finish_reconciliation'),
    }
    const counts = await reconcile(
      configuredProviders(),
      books,
      Date.now() + LONGEST_MS,
      (fault) => void (notes.lastFault = withoutSecrets(fault)),
    )
    Object.assign(notes, counts)
    return counts
  }),
)
