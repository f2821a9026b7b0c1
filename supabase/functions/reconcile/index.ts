import { dataOf } from '../_shared/errors.ts'
import { configuredProviders } from '../_shared/payments/providers.ts'
import { scheduled } from '../_shared/scheduled.ts'
import { reconcile, rowOf } from './reconcile.ts'

// Reads balances and movements from the payment providers. The database compares them with the ledger.
Deno.serve(
  scheduled(
    'reconcile',
    (client, until, log) => {
      const call = async (name: string, args: object = {}) => dataOf(await client.rpc(name, args))
      const books = {
        begin: () => call('begin_reconciliation'),
        readFrom: async (provider: string) =>
          String(await call('provider_read_from', { provider })),
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
      return reconcile(configuredProviders(), books, until, log)
    },
    20_000,
  ),
)
