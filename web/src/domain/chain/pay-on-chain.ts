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
/** With the time of this browser at which it came. */
type Kept = Prepared & { preparedAt: number }
type Payable = { id: string; price_minor: number; buyer_fee_minor: number }

/** A signature has to arrive before the payment that it is for has expired. */
const SIGNING_S = 90
/** The server prepares no payment for less, whatever the clock of the browser says. */
const LEAST_S = 600
/** A timer of the browser holds at most this. */
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

/** The payment of an order from a wallet, to be signed. It can be asked for again until one is signed. */
export const preparedQuery = (order: Payable, payer: string) =>
  queryOptions({
    queryKey: [...keyRoots.payments, 'on-chain', order.id, payer.toLowerCase()],
    staleTime: 0,
    gcTime: 0,
    // Another one must not take its place while a wallet shows it.
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

/** The amount of the token in a wallet, as the node of the wallet says; asked again, since somebody may be topping it up. */
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

/** Has the payment signed and hands the signature in. Repeated, it returns the payment that was signed first. */
export function useSign(order: Payable) {
  const client = useQueryClient()
  return useMutation({
    // The page says it.
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
        // The next try begins with a payment that can still be signed.
        error &&
          !tokenOf(error)?.startsWith('wallet_') &&
          client.invalidateQueries({ queryKey: [...keyRoots.payments, 'on-chain', order.id] }),
      ]),
  })
}
