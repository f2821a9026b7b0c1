import { type Address, type Hex, type PublicClient } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'

export type ChainSettings = {
  chainId: number
  escrow: Address
  collector: Address
  token: Address
  feeAddress: Address
  /** Private keys of the operators. The first signs new payments, the others the payments that name their operator. */
  keys: Hex[]
  /** Blocks after which a block counts as final; null: the chain itself reports its final block. */
  confirmations: number | null
}

export type Chain = ChainSettings & {
  /** Every node is asked; an answer counts only if all nodes give it. */
  nodes: PublicClient[]
  /** The operators' accounts by address, in lower case. */
  operators: Map<string, PrivateKeyAccount>
}

export const lower = <T extends string>(address: T): T => address.toLowerCase() as T
export function openChain(settings: ChainSettings, nodes: PublicClient[]): Chain {
  const accounts = settings.keys.map((key) => privateKeyToAccount(key))
  const operators = new Map(accounts.map((account) => [lower(account.address as string), account]))
  return { ...settings, nodes, operators }
}

export const firstNode = ({ nodes }: Chain): PublicClient => {
  const [node] = nodes
  if (!node) throw new Error('No node is configured.')
  return node
}

export class Disagreement extends Error {}

/** Asks all nodes one question and returns their answer; throws when the answers differ. */
export async function agreed<T>(chain: Chain, ask: (node: PublicClient) => Promise<T>): Promise<T> {
  const answers = await Promise.all(chain.nodes.map(ask))
  const [first] = answers
  if (answers.some((answer) => textOf(answer) !== textOf(first)))
    throw new Disagreement('The nodes do not agree.')
  return first as T
}

const textOf = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))

/** The newest block that every node has, and the newest that every node calls final. */
export async function headsOf(chain: Chain): Promise<{ head: bigint; final: bigint }> {
  const heads = await Promise.all(chain.nodes.map((node) => node.getBlockNumber({ cacheTime: 0 })))
  const head = least(heads)
  const { confirmations } = chain
  if (confirmations !== null) return { head, final: head - BigInt(confirmations) }
  const finals = await Promise.all(
    chain.nodes.map((node) => node.getBlock({ blockTag: 'finalized' })),
  )
  return { head, final: least([head, ...finals.map(({ number }) => number)]) }
}

const least = (numbers: bigint[]) => numbers.reduce((one, other) => (one < other ? one : other))

/** The configuration, as the database keeps it; see set_chain. */
export async function chainRow(chain: Chain) {
  const { final } = await headsOf(chain)
  const nonces = await Promise.all(
    [...chain.operators.keys()].map(async (operator) => [
      operator,
      await agreed(chain, (node) =>
        node.getTransactionCount({ address: operator as Address, blockTag: 'latest' }),
      ),
    ]),
  )
  const { escrow, collector, token } = chain
  return {
    chain_id: chain.chainId,
    escrow,
    collector,
    token,
    operator: [...chain.operators.keys()][0],
    block_number: Number(final > 0n ? final : 0n),
    nonces: Object.fromEntries(nonces) as Record<string, number>,
  }
}
