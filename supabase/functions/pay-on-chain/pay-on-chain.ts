import { problemOf, requireTakers } from '../_shared/chain/calls.ts'
import type { Chain } from '../_shared/chain/chain.ts'
import { isSignature, namesOf, typedDataOf, type ChainPayment } from '../_shared/chain/payment.ts'
import { Refusal } from '../_shared/errors.ts'
import { isUuid } from '../_shared/uuid.ts'

export type Wanted =
  | { act: 'start'; order_id: string; payer: string }
  /** `payment_id` is the signed payment: the signature is not used for a payment that was begun later. */
  | { act: 'sign'; order_id: string; signature: `0x${string}`; payment_id?: string }

export function readWanted(body: Record<string, unknown>): Wanted {
  const { order_id, payer, signature, payment_id } = body
  if (isUuid(order_id) && typeof payer === 'string') return { act: 'start', order_id, payer }
  if (
    isUuid(order_id) &&
    isSignature(signature) &&
    (payment_id === undefined || isUuid(payment_id))
  )
    return { act: 'sign', order_id, signature, ...(payment_id && { payment_id }) }
  throw new Refusal(422, 'invalid_body')
}

export type Book = {
  /** Counts a request to nodes or providers; refuses when the caller has caused too many. */
  count(): Promise<void>
  /** Begins a payment, with the caller's rights. */
  start(order_id: string, payer: string): Promise<ChainPayment>
  name(id: string, names: { payment_hash: string; nonce: string }): Promise<ChainPayment>
  find(order_id: string): Promise<ChainPayment | null>
  sign(id: string, signature: string): Promise<ChainPayment>
}

/** Begins a payment and returns it with the data that the brand's wallet has to sign. */
export async function start(chain: Chain, book: Book, orderId: string, payer: string) {
  await book.count()
  const started = await book.start(orderId, payer)
  await requireTakers(chain, started)
  const payment = started.nonce
    ? started
    : await book.name(started.id, await namesOf(chain, started))
  return { payment, typed_data: await typedDataOf(chain, payment) }
}

/** Stores the signature after a dry run on the nodes, so that a wrong key or too little money is refused at once. */
export async function sign(
  chain: Chain,
  book: Book,
  { order_id, signature, payment_id }: Extract<Wanted, { act: 'sign' }>,
) {
  const payment = await book.find(order_id)
  if (!payment) throw new Refusal(404, 'chain_payment_unknown')
  if (payment.signature) return { payment }
  // The nodes would refuse an expired payment as well, but without a reason.
  const isAnother = payment_id !== undefined && payment_id !== payment.id
  if (isAnother || payment.pre_approval_expiry * 1000 <= Date.now())
    throw new Refusal(409, 'chain_payment_expired')
  await book.count()
  await requireTakers(chain, payment)
  const amount_minor = String(payment.max_amount_minor)
  const act = { kind: 'authorize' as const, amount_minor, fee_bps: 0 }
  const problem = await problemOf(chain, { ...act, payment: { ...payment, signature } })
  if (problem !== null) throw new Refusal(422, 'signature_invalid', { cause: problem })
  return { payment: await book.sign(payment.id, signature) }
}
