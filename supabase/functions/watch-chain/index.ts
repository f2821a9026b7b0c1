import { configuredChain } from '../_shared/chain/configured.ts'
import { requireService, serviceClient } from '../_shared/clients.ts'
import { dataOf } from '../_shared/errors.ts'
import { endpoint } from '../_shared/serve.ts'
import { watchChain, type Expected, type Position } from './watch-chain.ts'

const LONGEST_MS = 25_000

// Called by the scheduler: reads the events of the escrow, and compares it with the ledger.
Deno.serve(
  endpoint('watch-chain', async (request, notes) => {
    requireService(request)
    const chain = configuredChain()
    const client = serviceClient()
    const counts = await watchChain(
      chain,
      {
        position: async () => dataOf(await client.rpc('chain_position')) as Position | null,
        record: async (given) => dataOf(await client.rpc('record_chain', { given })) as string,
        expected: async () => dataOf(await client.rpc('chain_expected')) as Expected[],
        compare: async (block_number, capturable, stores) =>
          dataOf(await client.rpc('compare_chain', { block_number, capturable, stores })) as
            | number
            | null,
      },
      Date.now() + LONGEST_MS,
    )
    Object.assign(notes, counts)
    return counts
  }),
)
