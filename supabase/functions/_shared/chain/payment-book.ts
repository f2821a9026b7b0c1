import type { SupabaseClient } from '@supabase/supabase-js'
import { serviceClient } from '../clients.ts'
import { dataOf } from '../errors.ts'
import { chainRow, type Chain } from './chain.ts'
import type { ChainPayment, KnownPayment } from './payment.ts'

/** Payments as the database keeps them: begun by the caller, named and signed by the project. */
export function paymentBook(chain: Chain, caller: SupabaseClient, profile_id: string) {
  const service = serviceClient()
  return {
    /** Counts before a node is asked, because all members share the requests of an hour. */
    count: async () => void dataOf(await caller.rpc('count_provider_request')),
    async start(order_id: string, payer: string, given: object = {}) {
      dataOf(await service.rpc('set_chain', { given: await chainRow(chain) }))
      const rows = dataOf(
        await caller.rpc('start_chain_payment', { order_id, payer, given }),
      ) as ChainPayment[]
      return rows[0] as ChainPayment
    },
    name: async (payment_id: string, names: { payment_hash: string; nonce: string }) =>
      dataOf(await service.rpc('name_chain_payment', { payment_id, ...names })) as ChainPayment,
    /** Row-level security shows the payments of own orders only. */
    async find(order_id: string) {
      const rows = dataOf(
        await caller
          .from('chain_payments')
          .select('*, acts:chain_acts(kind, state, tx_hash)')
          .eq('order_id', order_id)
          .order('created_at', { ascending: false })
          .limit(1),
      ) as KnownPayment[]
      return rows[0] ?? null
    },
    sign: async (payment_id: string, signature: string) =>
      dataOf(
        await service.rpc('sign_chain_payment', { payment_id, profile_id, signature }),
      ) as ChainPayment,
  }
}
