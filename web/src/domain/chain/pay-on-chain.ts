import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import { callFunction } from '@/lib/api/call-function.ts'
import { AppError, tokenOf } from '@/lib/api/errors.ts'
import { chainPaymentsQuery, type PaymentInfo } from './chain-payments.ts'
import { balanceCall, isThePayment, readBalance, textToSign, type TypedData } from './protocol.ts'
import { ask, type Wallet } from './wallets.ts'

interface Prepared {
  payment: PaymentInfo
  typed_data: TypedData
}
/** A prepared payment, with the time of this browser at which it arrived. */
type Kept = Prepared & { preparedAt: number }
type Payable = { id: string; price_minor: number; buyer_fee_minor: number }

/** A signature must arrive before its payment expires, so signing stops this long before. */
const SIGNING_S = 90
/** The server prepares payments that are valid for at least this long, whatever the browser's clock shows. */
const LEAST_S = 600
/** The longest delay of a browser timer. */
const LONGEST_MS = 2 ** 31 - 1

/** How long a payment that was prepared at `preparedAt` can still be signed, in milliseconds; 0 when it no longer can. */
export function expiresIn(
  { pre_approval_expiry }: Pick<PaymentInfo, 'pre_approval_expiry'>,
  preparedAt: number,
  now = Date.now(),
) {
  const end = Math.max(Number(pre_approval_expiry) * 1000, preparedAt + LEAST_S * 1000)
  return Math.min(Math.max(end - SIGNING_S * 1000 - now, 0), LONGEST_MS)
}

/** Prepares the payment of an order from a wallet, to be signed. It can be prepared again until one is signed. */
export const preparedQuery = (order: Payable, payer: string) =>
  queryOptions({
    queryKey: [...keyRoots.payments, 'on-chain', order.id, payer.toLowerCase()],
    staleTime: 0,
    gcTime: 0,
    // The payment is not refreshed, because a wallet may be showing it.
    meta: { refresh: 'never' },
    queryFn: async (): Promise<Kept> => {
      const prepared = await callFunction<Prepared>('pay-on-chain', { order_id: order.id, payer })
      const amountMinor = order.price_minor + order.buyer_fee_minor
      if (!isThePayment(prepared.typed_data, prepared.payment, { payer, amountMinor }))
        throw new AppError('chain_payment_foreign')
      return { ...prepared, preparedAt: Date.now() }
    },
  })

const ASK_AGAIN_MS = 8_000

/** The token balance of a wallet, from the wallet's node; repeated, because the owner may be adding money. */
export const tokenQuery = (wallet: Wallet, address: string, { chain_id, token }: PaymentInfo) =>
  queryOptions({
    queryKey: [...keyRoots.payments, 'token', chain_id, token, address],
    staleTime: 0,
    meta: { silent: true },
    refetchInterval: ASK_AGAIN_MS,
    queryFn: async () =>
      Number(
        readBalance(await ask<string>(wallet, 'eth_call', [balanceCall(token, address), 'latest'])),
      ),
  })

interface Signing {
  wallet: Wallet
  address: string
  prepared: Kept
}

/** Asks the wallet to sign and sends the signature to the server. A repeated call returns the payment that was signed first. */
export function useSign(order: Payable) {
  const client = useQueryClient()
  return useMutation({
    // No toast: the page itself shows the error.
    meta: { silent: true },
    mutationFn: async ({ wallet, address, prepared }: Signing) => {
      if (expiresIn(prepared.payment, prepared.preparedAt) === 0)
        throw new AppError('chain_payment_expired')
      const signature = await ask<string>(wallet, 'eth_signTypedData_v4', [
        address,
        textToSign(prepared.typed_data),
      ])
      return callFunction<{ payment: PaymentInfo }>('pay-on-chain', {
        order_id: order.id,
        payment_id: prepared.payment.id,
        signature,
      })
    },
    onSettled: (_data, error) =>
      Promise.all([
        client.invalidateQueries({ queryKey: chainPaymentsQuery(order.id).queryKey }),
        client.invalidateQueries({ queryKey: keyRoots.orders }),
        // After a refusal by the server, another payment is prepared for the next attempt.
        error &&
          !tokenOf(error)?.startsWith('wallet_') &&
          client.invalidateQueries({ queryKey: [...keyRoots.payments, 'on-chain', order.id] }),
      ]),
  })
}
