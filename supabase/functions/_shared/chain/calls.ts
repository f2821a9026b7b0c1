import {
  BaseError,
  encodeFunctionData,
  ExecutionRevertedError,
  type Address,
  type CallParameters,
  type Hex,
  type PublicClient,
} from 'viem'
import { messageOf, Refusal } from '../errors.ts'
import { ESCROW, TOKEN } from './abi.ts'
import type { Chain } from './chain.ts'
import { infoOf, type ChainPayment } from './payment.ts'

/** A call of the operator to the escrow. The amount is text, because it may exceed a JavaScript number. */
export type Call = {
  kind: 'authorize' | 'capture' | 'void'
  amount_minor: string
  fee_bps: number
  payment: ChainPayment
}

/**
 * The most gas that a transaction of the operator may use, whatever a node estimates. An authorization takes 150,000,
 * and some 300,000 more where it deploys the payer's wallet; the signature of a wallet that is a contract may call
 * anything else, and the operator pays for that gas. A capture takes 150,000 at most.
 */
export const MOST_GAS = 1_000_000n

/**
 * Why the escrow would refuse the act now; null when at least one node would accept it. An authorization also fails
 * when the receiver cannot receive the token, because the escrow could then never pay the money out.
 */
export async function problemOf(chain: Chain, act: Call): Promise<string | null> {
  const { operator, receiver } = act.payment
  const problem = await revertOf(chain, operator, chain.escrow, callOf(chain, act))
  if (problem !== null || act.kind !== 'authorize') return problem
  return (await takesToken(chain, receiver)) ? null : 'The receiver takes no token.'
}

/** False for an address that the maker of the token has frozen. */
export async function takesToken(chain: Chain, address: Address): Promise<boolean> {
  const [operator] = chain.operators.keys()
  const args = [address, 0n] as const
  const data = encodeFunctionData({ abi: TOKEN, functionName: 'transfer', args })
  return (await revertOf(chain, operator as Address, chain.token, data)) === null
}

/** Refuses a payment for which the token is frozen: a frozen payer cannot pay, and a frozen receiver cannot be paid. */
export async function requireTakers(
  chain: Chain,
  { receiver, payer }: { receiver: Address; payer?: Address },
) {
  if (!(await takesToken(chain, receiver))) throw new Refusal(409, 'creator_wallet_refused')
  if (payer && !(await takesToken(chain, payer))) throw new Refusal(409, 'wallet_refused')
}

/** Why the nodes refuse a call; null if any node accepts it. Throws when a node does not answer: that is no refusal. */
async function revertOf(chain: Chain, account: Address, to: Address, data: Hex) {
  const call = { account, to, data, gas: MOST_GAS }
  const answers = await Promise.allSettled(chain.nodes.map((node) => revertOn(node, call)))
  if (answers.some((each) => each.status === 'fulfilled' && each.value === null)) return null
  const [problem = null] = answers.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
  return problem
}

async function revertOn(node: PublicClient, call: CallParameters): Promise<string | null> {
  try {
    await node.call(call)
    return null
  } catch (error) {
    // A node that does not answer says nothing about the act.
    if (isRevert(error)) return messageOf(error)
    // "Out of gas" has no error code of its own, so its text is matched.
    if (error instanceof BaseError && /out ?of ?gas/i.test(error.details)) return 'Too much gas.'
    throw error
  }
}

const isRevert = (error: unknown) =>
  error instanceof BaseError &&
  error.walk((each) => each instanceof ExecutionRevertedError) !== null

/** The data of the transaction that makes the call. */
export function callOf(chain: Chain, { kind, payment, amount_minor, fee_bps }: Call): Hex {
  const info = infoOf(payment)
  const amount = BigInt(amount_minor)
  switch (kind) {
    case 'authorize':
      return encodeFunctionData({
        abi: ESCROW,
        functionName: 'authorize',
        args: [info, amount, payment.collector, payment.signature ?? '0x'],
      })
    case 'capture':
      return encodeFunctionData({
        abi: ESCROW,
        functionName: 'capture',
        args: [info, amount, fee_bps, chain.feeAddress],
      })
    case 'void':
      return encodeFunctionData({ abi: ESCROW, functionName: 'void', args: [info] })
  }
}
