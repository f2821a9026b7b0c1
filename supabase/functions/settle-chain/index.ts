import { configuredChain } from '../_shared/chain/configured.ts'
import { dataOf } from '../_shared/errors.ts'
import { scheduled } from '../_shared/scheduled.ts'
import { settleChain, type Claimed } from './settle-chain.ts'

// Signs and sends the calls to the escrow that follow from decisions on orders.
Deno.serve(
  scheduled('settle-chain', async (client, until, log) =>
    settleChain(
      configuredChain(),
      {
        claim: async (operators) =>
          dataOf(await client.rpc('claim_chain_acts', { operators })) as Claimed,
        store: async ({ id }, bytes) =>
          dataOf(await client.rpc('store_chain_transaction', { act_id: id, ...bytes })) as boolean,
        report: async ({ id }, state, problem) =>
          void dataOf(await client.rpc('report_chain_act', { act_id: id, state, problem })),
      },
      until,
      log,
    ),
  ),
)
