import { keccak256, parseGwei, type Address, type Hex } from 'viem'
import { callOf, MOST_GAS, problemOf } from '../_shared/chain/calls.ts'
import { headsOf, type Chain } from '../_shared/chain/chain.ts'
import type { ChainPayment } from '../_shared/chain/payment.ts'
import { messageOf } from '../_shared/errors.ts'

/** A call to the escrow, as claim_chain_acts returns it. Amounts are text. */
export type Act = {
  id: number
  kind: 'authorize' | 'capture' | 'void'
  amount_minor: string
  fee_bps: number
  state: 'decided' | 'signed' | 'broadcast'
  payment: ChainPayment
  may_replace: boolean
  /** The transactions signed for the act, oldest first. All have the same nonce, so only one of them can be mined. */
  transactions: { nonce: number; raw: Hex; tx_hash: Hex; fee_per_gas: string }[]
}

export type Claimed = { acts: Act[]; nonces: Record<string, number> }

export type Book = {
  claim(operators: string[]): Promise<Claimed>
  /** Stores a signed transaction before it is sent; false if it must not be sent. */
  store(
    act: Act,
    bytes: { nonce: number; raw: Hex; tx_hash: Hex; fee_per_gas: string },
  ): Promise<boolean>
  report(act: Act, state: 'broadcast' | 'kept' | 'failed', problem?: string): Promise<void>
}

type Outcome = 'sent' | 'kept' | 'failed'

/** Signs and sends new acts, and follows up those that were sent. */
export async function settleChain(
  chain: Chain,
  book: Book,
  until: number,
  log: (fault: string) => void,
) {
  const counts: Record<Outcome, number> = { sent: 0, kept: 0, failed: 0 }
  const { acts, nonces } = await book.claim([...chain.operators.keys()])
  for (const act of acts) {
    if (Date.now() > until) break
    try {
      const outcome = await (act.state === 'decided'
        ? begin(chain, book, act, nonces)
        : lookAfter(chain, book, act))
      counts[outcome] += 1
    } catch (error) {
      counts.kept += 1
      log(messageOf(error))
    }
  }
  return counts
}

async function begin(
  chain: Chain,
  book: Book,
  act: Act,
  nonces: Record<string, number>,
): Promise<Outcome> {
  const nonce = nonces[act.payment.operator]
  if (nonce === undefined) return 'kept'
  if (act.kind === 'authorize' && (await isTooLate(chain, act.payment))) {
    await book.report(act, 'failed', 'too_late')
    return 'failed'
  }
  const problem = await problemOf(chain, act)
  if (problem !== null) {
    await book.report(act, 'kept', problem)
    return 'kept'
  }
  const bytes = await sign(chain, act, nonce, 0n)
  if (!bytes) throw new Error('The nodes ask too much for gas.')
  if (!(await book.store(act, bytes))) return 'kept'
  nonces[act.payment.operator] = nonce + 1
  return await send(chain, book, act, bytes.raw)
}

/** True if the payer's signature has expired on all nodes, so that the token will never accept it again. */
async function isTooLate(chain: Chain, payment: ChainPayment): Promise<boolean> {
  const blocks = await Promise.all(chain.nodes.map((node) => node.getBlock()))
  return blocks.every(({ timestamp }) => timestamp >= BigInt(payment.pre_approval_expiry))
}

/**
 * The lowest fee per gas that a node estimates. Null if it is above 20 times the last block's base fee (at least one
 * gwei counts, because tips may be higher): a million gas must cost less than the balance that the doctor demands of
 * the operator, or 0.02 ether. A transaction that the operator cannot pay would block all later nonces.
 */
async function feesOf(chain: Chain, leastFee: bigint) {
  const answers = await Promise.all(chain.nodes.map((node) => node.estimateFeesPerGas()))
  const fees = answers.reduce((one, other) => (one.maxFeePerGas < other.maxFeePerGas ? one : other))
  const baseFee = fees.maxFeePerGas - fees.maxPriorityFeePerGas
  const least = parseGwei('1')
  const maxFeePerGas = fees.maxFeePerGas > leastFee ? fees.maxFeePerGas : leastFee
  if (maxFeePerGas > 20n * (baseFee > least ? baseFee : least)) return null
  // Nodes accept a replacement only if both the fee and the tip are higher.
  return leastFee > 0n ? { maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas } : fees
}

/** Signs the transaction of an act; null while the nodes' fees are too high. */
async function sign(chain: Chain, act: Act, nonce: number, leastFee: bigint) {
  const { operator } = act.payment
  const account = chain.operators.get(operator)
  if (!account) throw new Error(`No key for ${operator}.`)
  const fees = await feesOf(chain, leastFee)
  if (!fees) return null
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: chain.chainId,
    to: chain.escrow,
    data: callOf(chain, act),
    nonce,
    gas: MOST_GAS,
    ...fees,
  })
  return { nonce, raw, tx_hash: keccak256(raw), fee_per_gas: String(fees.maxFeePerGas) }
}

/** Sends a transaction that is already stored. A node that already has it refuses it, which counts as sent. */
async function send(chain: Chain, book: Book, act: Act, raw: Hex): Promise<Outcome> {
  const sent = await Promise.allSettled(
    chain.nodes.map((node) => node.sendRawTransaction({ serializedTransaction: raw })),
  )
  const refusals = sent.flatMap((each) =>
    each.status === 'rejected' ? [messageOf(each.reason)] : [],
  )
  const isThere =
    refusals.length < sent.length || refusals.some((text) => /known|imported/i.test(text))
  if (isThere && act.state !== 'broadcast') await book.report(act, 'broadcast')
  return isThere ? 'sent' : 'kept'
}

async function lookAfter(chain: Chain, book: Book, act: Act): Promise<Outcome> {
  const last = act.transactions.at(-1)
  if (!last) return 'kept'
  const fate = await fateOf(chain, act)
  if (fate === 'mined') {
    if (act.state === 'signed') await book.report(act, 'broadcast')
    return 'kept'
  }
  if (fate !== 'open') {
    await book.report(act, 'failed', fate)
    return 'failed'
  }
  if (act.may_replace) {
    // Nodes demand a fee 10% higher. A transaction that would fail is replaced too: once mined, it frees the next nonces.
    const fee = (BigInt(last.fee_per_gas) * 9n) / 8n
    const bytes = await sign(chain, act, last.nonce, fee)
    if (bytes && (await book.store(act, bytes))) return await send(chain, book, act, bytes.raw)
  }
  return await send(chain, book, act, last.raw)
}

/** The state of an act on the chain. `reverted` and `nonce_used` count only if all nodes report them in a final block. */
async function fateOf(
  chain: Chain,
  act: Act,
): Promise<'mined' | 'open' | 'reverted' | 'nonce_used'> {
  const { final } = await headsOf(chain)
  const answers = await Promise.all(
    chain.nodes.map(async (node) => {
      const receipts = await Promise.all(
        act.transactions.map(({ tx_hash: hash }) =>
          node.getTransactionReceipt({ hash }).catch((error: unknown) => {
            if (error instanceof Error && error.name === 'TransactionReceiptNotFoundError')
              return null
            throw error
          }),
        ),
      )
      const receipt = receipts.find((each) => each !== null)
      if (receipt && receipt.status === 'success') return 'mined'
      if (receipt) return receipt.blockNumber <= final ? 'reverted' : 'mined'
      const address = act.payment.operator as Address
      const count = await node.getTransactionCount({ address, blockNumber: final })
      return count > (act.transactions[0]?.nonce ?? Infinity) ? 'nonce_used' : 'open'
    }),
  )
  const [first = 'open'] = answers
  if (answers.every((answer) => answer === first)) return first
  return answers.includes('mined') ? 'mined' : 'open'
}
