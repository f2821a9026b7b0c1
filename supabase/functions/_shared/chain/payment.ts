import { type Address, type Hex, zeroAddress } from 'viem'
import { ESCROW, TOKEN } from './abi.ts'
import { agreed, type Chain } from './chain.ts'

/** A row of chain_payments. */
export type ChainPayment = {
  id: string
  order_id: string
  operator: Address
  payer: Address
  receiver: Address
  token: Address
  collector: Address
  max_amount_minor: number
  max_fee_bps: number
  pre_approval_expiry: number
  authorization_expiry: number
  refund_expiry: number
  fee_receiver: Address
  salt: Hex
  payment_hash: Hex | null
  nonce: Hex | null
  signature: Hex | null
  closed_at: string | null
}

/** A payment with its calls to the escrow and their state. */
export type KnownPayment = ChainPayment & {
  acts: { kind: string; state: string; tx_hash: Hex | null }[]
}

/** True for the form of a signature; it is not verified. A key signs with 64 bytes or more, a contract wallet with more. */
export const isSignature = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x([0-9a-f]{2}){64,10000}$/i.test(value)

/** The struct PaymentInfo of the escrow. */
export const infoOf = (payment: ChainPayment) => ({
  operator: payment.operator,
  payer: payment.payer,
  receiver: payment.receiver,
  token: payment.token,
  maxAmount: BigInt(payment.max_amount_minor),
  preApprovalExpiry: payment.pre_approval_expiry,
  authorizationExpiry: payment.authorization_expiry,
  refundExpiry: payment.refund_expiry,
  minFeeBps: 0,
  maxFeeBps: payment.max_fee_bps,
  feeReceiver: payment.fee_receiver,
  salt: BigInt(payment.salt),
})

/** The hash by which the escrow knows a payment, and its hash without the payer, which is the token's nonce. */
export async function namesOf(chain: Chain, payment: ChainPayment) {
  const info = infoOf(payment)
  const hash = (payer: Address) =>
    agreed(chain, (node) =>
      node.readContract({
        address: chain.escrow,
        abi: ESCROW,
        functionName: 'getHash',
        args: [{ ...info, payer }],
      }),
    )
  const [payment_hash, nonce] = await Promise.all([hash(payment.payer), hash(zeroAddress)])
  return { payment_hash, nonce }
}

export async function domainOf(chain: Chain) {
  const read = (functionName: 'name' | 'version') =>
    agreed(chain, (node) => node.readContract({ address: chain.token, abi: TOKEN, functionName }))
  const [name, version] = await Promise.all([read('name'), read('version')])
  return { name, version, chainId: chain.chainId, verifyingContract: chain.token }
}

/** The data that the payer's wallet shows and signs (eth_signTypedData_v4): one transfer to the escrow's collector. */
export async function typedDataOf(chain: Chain, payment: ChainPayment) {
  return {
    domain: await domainOf(chain),
    primaryType: 'ReceiveWithAuthorization' as const,
    types: {
      // Wallets treat the domain as empty when its fields are not listed here.
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      ReceiveWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    message: {
      from: payment.payer,
      to: payment.collector,
      value: String(payment.max_amount_minor),
      validAfter: '0',
      validBefore: String(payment.pre_approval_expiry),
      nonce: payment.nonce,
    },
  }
}
