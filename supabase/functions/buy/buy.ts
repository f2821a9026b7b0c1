import { type Address, type Hex, isAddress, zeroAddress } from 'viem'
import { problemOf, requireTakers } from '../_shared/chain/calls.ts'
import { lower, type Chain } from '../_shared/chain/chain.ts'
import {
  domainOf,
  isSignature,
  namesOf,
  type ChainPayment,
  type KnownPayment,
} from '../_shared/chain/payment.ts'
import { CHAIN_CURRENCIES } from '../_shared/currencies.generated.ts'
import { Refusal } from '../_shared/errors.ts'
import { isUuid } from '../_shared/uuid.ts'

// The server side of x402 v2 for the scheme `auth-capture`; the library has only the client side. An agent, signed in as
// a brand, requests a pack, receives the data to sign (status 402), and repeats the request with the signature.

export type Wanted = {
  pack_id: string
  brief: string
  terms: string
  idempotency_key: string
  tier: string | null
  extras: string[]
}

export function readWanted(body: Record<string, unknown>): Wanted {
  const { pack_id, brief, terms, idempotency_key, tier = null, extras = [] } = body
  const isRight = {
    pack_id: isUuid(pack_id),
    brief: isText(brief),
    terms: isText(terms),
    idempotency_key: isUuid(idempotency_key),
    tier: tier === null || isText(tier),
    extras: Array.isArray(extras) && extras.every(isText),
  }
  const fields = Object.entries(isRight).flatMap(([field, right]) => (right ? [] : field))
  if (fields.length > 0) throw new Refusal(422, 'invalid_body', { details: { fields } })
  return { pack_id, brief, terms, idempotency_key, tier, extras } as Wanted
}

/** True for a text that Postgres can store: no NUL character and no lone surrogate. */
const isText = (value: unknown) =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0')

type Order = {
  id: string
  number: string
  pack_title: string
  status: string
  currency: string
  due_at: string | null
}
type Quote = {
  receiver: Address
  amount_minor: string
  max_fee_bps: number
  authorization_expiry: number
}

export type Book = {
  /** Counts a request to nodes or providers; refuses when the caller has caused too many. */
  count(): Promise<void>
  /** The order that the caller placed with this key. */
  ordered(key: string): Promise<Order | null>
  /** True if the pack's price is in a currency that is paid on the chain. */
  isOnChain(pack_id: string): Promise<boolean>
  /** Places the order as the caller; a repetition with the same key returns the same order. */
  place(wanted: Wanted): Promise<Order>
  quote(order_id: string): Promise<Quote>
  /** The acts on the order, each with whether it is allowed to the caller now. */
  actions(order_id: string): Promise<{ action: string; allowed: boolean }[]>
  find(order_id: string): Promise<KnownPayment | null>
  start(order_id: string, payer: string, given: object): Promise<ChainPayment>
  name(id: string, names: { payment_hash: string; nonce: string }): Promise<ChainPayment>
  sign(id: string, signature: string): Promise<ChainPayment>
}

/** The time to sign, long enough for an agent that has to ask a person. */
const TIMEOUT_SECONDS = 900

/** The object `PaymentRequirements` of x402 v2: the payment that the agent has to sign. */
export async function requirementsOf(chain: Chain, quote: Quote) {
  const { name, version } = await domainOf(chain)
  return {
    scheme: 'auth-capture',
    network: `eip155:${chain.chainId}` as const,
    asset: chain.token,
    amount: quote.amount_minor,
    payTo: quote.receiver,
    maxTimeoutSeconds: TIMEOUT_SECONDS,
    extra: {
      name,
      version,
      authCaptureEscrow: chain.escrow,
      captureAuthorizer: [...chain.operators.keys()][0],
      captureDeadline: quote.authorization_expiry,
      refundDeadline: quote.authorization_expiry,
      feeRecipient: zeroAddress,
      minFeeBps: 0,
      maxFeeBps: quote.max_fee_bps,
    },
  }
}

type Signed = {
  payer: Address
  signature: Hex
  salt: Hex
  validBefore: number
  nonce: Hex
  captureDeadline: number
}

/** Reads the header PAYMENT-SIGNATURE, which the client side of the x402 library writes. */
export function readPayment(header: string): Signed {
  try {
    const { accepted, payload } = JSON.parse(atob(header)) as {
      accepted: { extra: { captureDeadline: number } }
      payload: {
        authorization: { from: string; validBefore: string; nonce: Hex }
        signature: Hex
        salt: Hex
      }
    }
    const { from, validBefore, nonce } = payload.authorization
    const { captureDeadline } = accepted.extra
    const isWhole =
      Number.isSafeInteger(captureDeadline) && Number.isSafeInteger(Number(validBefore))
    const isHex = [payload.salt, nonce].every((each) => /^0x[0-9a-f]{64}$/i.test(each))
    if (isAddress(from) && isWhole && isHex && isSignature(payload.signature)) {
      const { signature, salt } = payload
      return {
        payer: lower(from),
        signature,
        salt,
        validBefore: Number(validBefore),
        nonce,
        captureDeadline,
      }
    }
  } catch {
    // The header is not one that the library writes.
  }
  throw new Refusal(422, 'invalid_body', { details: { fields: ['PAYMENT-SIGNATURE'] } })
}

export type Answer =
  /** 402: a payment is required. `required` is the object `PaymentRequired` of x402, for the header. */
  | { status: 402; required: object; body: { order: Order; next: object[] } }
  | {
      /** 200: the payment is in the escrow. 202: it is signed and not there yet. */
      status: 200 | 202
      body: { order: Order; payment: ChainPayment; next: object[] }
      settlement: object
    }

export async function buy(
  chain: Chain,
  book: Book,
  body: Record<string, unknown>,
  header: string | null,
  url: string,
): Promise<Answer> {
  const { idempotency_key: key, pack_id } = body
  let order = isUuid(key) ? await book.ordered(key) : null
  try {
    const wanted = readWanted(body)
    // A pack may have changed its currency since it was ordered.
    if (!order && !(await book.isOnChain(wanted.pack_id)))
      throw new Refusal(409, 'order_not_on_chain')
    order = await book.place(wanted)
    return await pay(chain, book, order, header, url)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { status, token } = error
    if (!order) {
      if (token !== 'terms_changed') throw error
      const call = `GET /rest/v1/packs?id=eq.${String(pack_id)}&select=terms_hash`
      const next = [{ act: 'read_terms', call, as: 'terms' }]
      throw new Refusal(status, token, { cause: error, details: { next } })
    }
    const next = await nextOf(book, order, {
      payment: await book.find(order.id),
      ...(!token.startsWith('creator_') && { url }),
    })
    throw new Refusal(status, token, { cause: error, details: { ...error.details, order, next } })
  }
}

async function pay(
  chain: Chain,
  book: Book,
  order: Order,
  header: string | null,
  url: string,
): Promise<Answer> {
  const known = await book.find(order.id)
  if (known?.signature && !isOver(known))
    return bought(chain, book, order, known, authorizationOf(known))
  await book.count()
  if (header === null) {
    const quote = await book.quote(order.id)
    await requireTakers(chain, quote)
    const accepts = [await requirementsOf(chain, quote)]
    const resource = { url, description: order.pack_title, mimeType: 'application/json' }
    const required = { x402Version: 2, error: 'payment_required', resource, accepts }
    const next = await nextOf(book, order, { url })
    return { status: 402, required, body: { ...required, order, next } }
  }
  const signed = readPayment(header)
  const given = {
    salt: signed.salt,
    pre_approval_expiry: signed.validBefore,
    authorization_expiry: signed.captureDeadline,
  }
  const started = await book.start(order.id, signed.payer, given).catch(async (error: unknown) => {
    // An identical request may have signed the payment since the check above.
    const twin = await book.find(order.id)
    if (twin?.signature && !isOver(twin) && lower(twin.nonce ?? '') === lower(signed.nonce))
      return twin
    throw error
  })
  if ('acts' in started) return bought(chain, book, order, started, authorizationOf(started))
  await requireTakers(chain, started)
  const names = await namesOf(chain, started)
  // The nonce is a hash of all terms of the payment, so another nonce means that other terms were signed.
  if (lower(names.nonce) !== lower(signed.nonce)) throw new Refusal(422, 'signature_invalid')
  const payment = await book.name(started.id, names)
  const { signature } = signed
  const act = {
    kind: 'authorize' as const,
    amount_minor: String(payment.max_amount_minor),
    fee_bps: 0,
  }
  const problem = await problemOf(chain, { ...act, payment: { ...payment, signature } })
  if (problem !== null) throw new Refusal(422, 'signature_invalid', { cause: problem })
  return bought(chain, book, order, await book.sign(payment.id, signature), null)
}

type Act = KnownPayment['acts'][number]

const authorizationOf = ({ acts }: KnownPayment) =>
  acts.find(({ kind }) => kind === 'authorize') ?? null

/** True if the escrow holds none of the payment any more, or is returning it: the order may then be paid again. */
const isOver = ({ closed_at, acts }: KnownPayment) =>
  closed_at !== null || acts.some(({ kind }) => kind === 'void')

/** The answer for a signed payment (`SettlementResponse` of x402 v2). It has succeeded once a block contains it. */
async function bought(
  chain: Chain,
  book: Book,
  order: Order,
  payment: ChainPayment,
  act: Act | null,
): Promise<Answer> {
  const success = act?.state === 'mined' || act?.state === 'final'
  return {
    status: success ? 200 : 202,
    body: { order, payment, next: await nextOf(book, order, { payment }) },
    settlement: {
      success,
      ...(success ? {} : { errorReason: 'settlement_pending' }),
      payer: payment.payer,
      transaction: act?.tx_hash ?? '',
      network: `eip155:${chain.chainId}`,
      amount: String(payment.max_amount_minor),
    },
  }
}

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Names of acts for agents, and arguments beside the order. An act that is not listed keeps its own name. */
const CALLS: Record<string, { act?: string; call?: string; with?: object }> = {
  checkout: { call: 'POST /functions/v1/checkout' },
  edit_brief: { with: { brief: '' } },
  cancel_order: { act: 'cancel' },
  approve_draft: { act: 'accept_draft' },
  request_draft_changes: { act: 'revise_draft', with: { note: '' } },
  complete_order: { act: 'accept' },
  accept_milestone: { with: { milestone_id: '' } },
  request_revision: { act: 'revise', with: { note: '' } },
  open_dispute: { act: 'dispute', with: { reason: '' } },
  answer_dispute: { with: { body: '' } },
  give_evidence: { with: { body: '' } },
  propose_settlement: { with: { creator_share_minor: 0 } },
  accept_settlement: { with: { creator_share_minor: 0 } },
  appeal_ruling: { with: { reason: '' } },
  review_order: { with: { rating: 5, comment: '' } },
}

type Means = {
  /** The address for the payment; missing when the order is paid or cannot be paid. */
  url?: string
  payment?: ChainPayment | null
}

/** The acts that the buyer may do with the order now, each with its request and the order's deadline. */
async function nextOf(book: Book, order: Order, { url, payment }: Means) {
  const { id, status, due_at } = order
  const allowed = (await book.actions(id)).filter((each) => each.allowed)
  // An order in a currency of the chain is paid by this function, not by `checkout`.
  const isOnChain = CHAIN_CURRENCIES.includes(order.currency)
  const isPayable =
    isOnChain && url !== undefined && allowed.some(({ action }) => action === 'checkout')
  const call = `POST ${url} with PAYMENT-SIGNATURE and the body that placed the order; its terms are the terms_hash of the pack`
  const pay = { act: 'pay', call, until: due_at }
  const reclaim = {
    act: 'reclaim',
    call: `reclaim of ${payment?.payment_hash} by the payer at the escrow`,
    from: timeOf(payment?.authorization_expiry ?? 0),
  }
  return [
    ...(isPayable ? [pay] : []),
    { act: 'watch', call: `GET /rest/v1/pack_orders?id=eq.${id}`, status, until: due_at },
    ...allowed
      .filter(({ action }) => !(isOnChain && action === 'checkout'))
      .map(({ action }) => ({
        act: CALLS[action]?.act ?? action,
        call: CALLS[action]?.call ?? `POST /rest/v1/rpc/${action}`,
        with: { order_id: id, ...CALLS[action]?.with },
        until: due_at,
      })),
    ...(payment?.signature && payment.closed_at === null ? [reclaim] : []),
  ]
}
