import {
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  isAddress,
  keccak256,
  stringToHex,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { areKnown } from './networks.ts'
import type { PaymentInfo } from './chain-payments.ts'

// The payer's part of the Commerce Payments Protocol. Only pages that use a wallet import this file, because it is
// the only one that imports the library for the chain.

const INFO = [
  ['operator', 'address'],
  ['payer', 'address'],
  ['receiver', 'address'],
  ['token', 'address'],
  ['maxAmount', 'uint120'],
  ['preApprovalExpiry', 'uint48'],
  ['authorizationExpiry', 'uint48'],
  ['refundExpiry', 'uint48'],
  ['minFeeBps', 'uint16'],
  ['maxFeeBps', 'uint16'],
  ['feeReceiver', 'address'],
  ['salt', 'uint256'],
] as const
const INFO_FIELDS = INFO.map(([name, type]) => ({ name, type }))
const INFO_TYPE = `PaymentInfo(${INFO.map(([name, type]) => `${type} ${name}`).join(',')})`

const ABI = [
  {
    type: 'function',
    name: 'reclaim',
    stateMutability: 'nonpayable',
    inputs: [{ name: 'paymentInfo', type: 'tuple', components: INFO_FIELDS }],
    outputs: [],
  },
  {
    type: 'function',
    name: 'paymentState',
    stateMutability: 'view',
    inputs: [{ name: 'paymentInfoHash', type: 'bytes32' }],
    outputs: [
      { name: 'hasCollectedPayment', type: 'bool' },
      { name: 'capturableAmount', type: 'uint120' },
      { name: 'refundableAmount', type: 'uint120' },
    ],
  },
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'account', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
] as const

const infoOf = (payment: PaymentInfo, payer = payment.payer) =>
  ({
    operator: getAddress(payment.operator),
    payer: getAddress(payer),
    receiver: getAddress(payment.receiver),
    token: getAddress(payment.token),
    maxAmount: BigInt(payment.max_amount_minor),
    preApprovalExpiry: Number(payment.pre_approval_expiry),
    authorizationExpiry: Number(payment.authorization_expiry),
    refundExpiry: Number(payment.refund_expiry),
    minFeeBps: 0,
    maxFeeBps: payment.max_fee_bps,
    feeReceiver: getAddress(payment.fee_receiver),
    salt: BigInt(payment.salt),
  }) satisfies Record<(typeof INFO)[number][0], unknown>

/** The hash by which the escrow identifies a payment, as `getHash` of the contract computes it. */
export function paymentHash(payment: PaymentInfo, payer?: string): Hex {
  const info = infoOf(payment, payer)
  const hash = keccak256(
    encodeAbiParameters(
      [{ type: 'bytes32' }, ...INFO_FIELDS],
      [keccak256(stringToHex(INFO_TYPE)), ...INFO.map(([name]) => info[name])],
    ),
  )
  return keccak256(
    encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'address' }, { type: 'bytes32' }],
      [BigInt(payment.chain_id), getAddress(payment.escrow), hash],
    ),
  )
}

/** The nonce that the payer signs: the hash of the payment with a zero payer. It depends on every other field. */
export const signedNonce = (payment: PaymentInfo) => paymentHash(payment, zeroAddress)

export interface TypedData {
  domain: Record<string, unknown>
  primaryType: string
  message: Record<string, unknown>
}

const isEqual = (a: unknown, b: unknown) => String(a).toLowerCase() === String(b).toLowerCase()

/**
 * True if the text to sign is this payment, with this amount and payer, in contracts that the client knows.
 * Otherwise nothing is signed, whatever a server sends.
 */
export function isThePayment(
  { domain, primaryType, message }: TypedData,
  payment: PaymentInfo,
  { payer, amountMinor }: { payer: string; amountMinor: number },
): boolean {
  const pairs: [unknown, unknown][] = [
    [primaryType, 'ReceiveWithAuthorization'],
    [domain.chainId, payment.chain_id],
    [domain.verifyingContract, payment.token],
    [message.from, payer],
    [payment.payer, payer],
    [message.to, payment.collector],
    [message.value, amountMinor],
    [payment.max_amount_minor, amountMinor],
    [message.validAfter, 0],
    [message.validBefore, payment.pre_approval_expiry],
    [message.nonce, signedNonce(payment)],
  ]
  return areKnown(payment) && pairs.every(([signed, meant]) => isEqual(signed, meant))
}

const fieldsOf = (type: string) =>
  type.split(',').map((field) => {
    const [kind = '', name = ''] = field.split(' ')
    return { name, type: kind }
  })
const TYPES = {
  // Without the fields of the domain, wallets treat the domain as empty and sign another hash.
  EIP712Domain: fieldsOf('string name,string version,uint256 chainId,address verifyingContract'),
  ReceiveWithAuthorization: fieldsOf(
    'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
  ),
}

/** Text for a wallet to sign (eth_signTypedData_v4). The types are ours, and other fields are removed. */
export function textToSign({ domain, message }: TypedData): string {
  const pick = (from: Record<string, unknown>, fields: { name: string }[]) =>
    Object.fromEntries(fields.map(({ name }) => [name, from[name]]))
  return JSON.stringify({
    domain: pick(domain, TYPES.EIP712Domain),
    types: TYPES,
    primaryType: 'ReceiveWithAuthorization',
    message: pick(message, TYPES.ReceiveWithAuthorization),
  })
}

/** The data of a transaction by which the payer takes back the rest of a payment. */
export const reclaimData = (payment: PaymentInfo): Hex =>
  encodeFunctionData({ abi: ABI, functionName: 'reclaim', args: [infoOf(payment)] })

type Call = { to: Address; data: Hex }

export const balanceCall = (token: string, account: string): Call => ({
  to: getAddress(token),
  data: encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [getAddress(account)] }),
})
export const readBalance = (data: string): bigint =>
  decodeFunctionResult({ abi: ABI, functionName: 'balanceOf', data: data as Hex })

export const stateCall = (payment: PaymentInfo): Call => ({
  to: getAddress(payment.escrow),
  data: encodeFunctionData({
    abi: ABI,
    functionName: 'paymentState',
    args: [paymentHash(payment)],
  }),
})
export function readState(data: string) {
  const [wasPaid, capturable] = decodeFunctionResult({
    abi: ABI,
    functionName: 'paymentState',
    data: data as Hex,
  })
  return { wasPaid, capturable }
}

/** An address with its checksum, as messages to be signed contain it. */
export const checksum = (address: string): Address => getAddress(address)

const NUMBERS = ['chain_id', 'max_amount_minor', 'max_fee_bps'] as const
const TIMES = ['pre_approval_expiry', 'authorization_expiry', 'refund_expiry'] as const
const ADDRESSES = ['escrow', 'token', 'operator', 'payer', 'receiver', 'fee_receiver'] as const

function isPayment(value: object): value is PaymentInfo {
  const row = value as Record<string, unknown>
  return (
    ADDRESSES.every(
      (name) => typeof row[name] === 'string' && isAddress(row[name], { strict: false }),
    ) &&
    [...NUMBERS, ...TIMES].every((name) => Number.isSafeInteger(Number(row[name]))) &&
    /^(0x[0-9a-f]{1,64}|\d+)$/i.test(String(row['salt']))
  )
}

/** Finds every payment in a text: a saved payment info, or a member's data export that contains payments. */
export function paymentsIn(text: string): PaymentInfo[] {
  const found = new Map<string, PaymentInfo>()
  function look(value: unknown): void {
    if (!(value instanceof Object)) return
    if (isPayment(value)) found.set(paymentHash(value), value)
    else Object.values(value).forEach(look)
  }
  try {
    look(JSON.parse(text))
  } catch {
    return []
  }
  return [...found.values()]
}
