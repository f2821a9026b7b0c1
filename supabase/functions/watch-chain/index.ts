import { configuredChain } from '../_shared/chain/configured.ts'
import { dataOf } from '../_shared/errors.ts'
import { scheduled } from '../_shared/scheduled.ts'
import { watchChain, type Expected, type Position } from './watch-chain.ts'

// Reads the events of the escrow from the chain, and compares the escrow's balances with the ledger.
Deno.serve(
  scheduled('watch-chain', async (client, until) =>
    watchChain(
      configuredChain(),
      {
        position: async () => dataOf(await client.rpc('chain_position')) as Position | null,
        record: async (given) => dataOf(await client.rpc('record_chain', { given })) as string,
        expected: async () => dataOf(await client.rpc('chain_expected')) as Expected[],
        compare: async (block_number, capturable, stores) =>
          dataOf(await client.rpc('compare_chain', { block_number, capturable, stores })) as
            | number
            | null,
      },
      until,
    ),
  ),
)
