import { configuredChain } from '../_shared/chain/configured.ts'
import { requireService, serviceClient } from '../_shared/clients.ts'
import { dataOf } from '../_shared/errors.ts'
import { withoutSecrets } from '../_shared/log.ts'
import { endpoint } from '../_shared/serve.ts'
import { settleChain, type Claimed } from './settle-chain.ts'

// Functions are stopped after a while; what is left over is the next call's.
const LONGEST_MS = 25_000

// Called by the scheduler: signs and sends the acts that orders decided.
Deno.serve(
  endpoint('settle-chain', async (request, notes) => {
    requireService(request)
    const chain = configuredChain()
    const client = serviceClient()
    const counts = await settleChain(
      chain,
      {
        claim: async (operators) =>
          dataOf(await client.rpc('claim_chain_acts', { operators })) as Claimed,
        store: async ({ id }, bytes) =>
          dataOf(await client.rpc('store_chain_transaction', { act_id: id, ...bytes })) as boolean,
        report: async ({ id }, state, problem) =>
          void dataOf(await client.rpc('report_chain_act', { act_id: id, state, problem })),
      },
      Date.now() + LONGEST_MS,
      (fault) => void (notes.lastFault = withoutSecrets(fault)),
    )
    Object.assign(notes, counts)
    return counts
  }),
)
