import type { SupabaseClient } from '@supabase/supabase-js'
import { serviceClient } from '../clients.ts'
import { dataOf } from '../errors.ts'
import { chainRow, type Chain } from './chain.ts'
import type { ChainPayment, KnownPayment } from './payment.ts'

/** The database's functions for payments: the caller starts a payment, the project stores its hashes and signature. */
export function paymentBook(chain: Chain, caller: SupabaseClient, profile_id: string) {
  const service = serviceClient()
  return {
    /** Counts a request of the caller before a node is asked, because all members share the nodes' hourly limit. */
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
    /** Finds the latest payment of an order. Row-level security shows only payments of the caller's orders. */
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
