import { type Address, type Hex, type PublicClient } from 'viem'
import { ESCROW, KINDS, TOKEN } from '../_shared/chain/abi.ts'
import { agreed, Disagreement, headsOf, lower, type Chain } from '../_shared/chain/chain.ts'

/** The answer of the SQL function chain_position: the last recorded final block. */
export type Position = {
  block_number: number
  block_hash: Hex | null
  escrow: Address
  is_compare_due: boolean
}

export type Expected = { payment_hash: Hex; operator: Address; expected_minor: number }

/** A range of blocks with its events, as the SQL function record_chain takes it. */
export type Range = {
  known_hash: Hex | null
  from_block: number
  to_block: number
  is_head: boolean
  final_block: number
  final_hash: Hex | null
  events: Event[]
}

type Event = {
  tx_hash: Hex
  log_index: number
  block_number: number
  block_hash: Hex
  kind: string
  payment_hash: Hex
  amount_minor: string
  fee_bps: number
}

export type Book = {
  position(): Promise<Position | null>
  record(range: Range): Promise<string>
  expected(): Promise<Expected[]>
  compare(
    block: number,
    capturable: Record<string, string>,
    stores: Record<string, string>,
  ): Promise<number | null>
}

/** The blocks read at once. Nodes refuse longer ranges, and also shorter ones if they have thousands of events. */
const BLOCKS = 2000
/** Parallel requests; nodes limit them for each caller. */
const AT_ONCE = 20

/** The id of the chain on a developer's machine, which may be reset while the database is kept. */
const LOCAL_CHAIN = 31_337
const ADVICE =
  'The local chain does not have the blocks that the database knows: "npm run reset" begins both anew.'

/** Counts of a run. `behind` is the number of blocks recorded as final that a node does not have yet. */
type Counts = { ranges: number; differences: number; behind: number; advice?: string }

/** Reads the blocks after the last recorded one, up to the newest, and compares balances once an hour. */
export async function watchChain(chain: Chain, book: Book, until: number): Promise<Counts> {
  const counts = { ranges: 0, differences: 0, behind: 0 }
  const isLocal = chain.chainId === LOCAL_CHAIN
  let position = await book.position()
  // No payment has used the configured escrow yet.
  if (position?.escrow !== chain.escrow) return counts
  while (position && Date.now() < until) {
    const heads = await headsOf(chain)
    // A node lags behind the recorded blocks: the run stops, and market_health tells staff if this continues.
    const behind = position.block_number - Number(heads.head)
    if (behind > 0) return { ...counts, behind, ...(isLocal && { advice: ADVICE }) }
    const range = await readRange(chain, position, heads, until)
    if (!range) break
    // The local chain was reset. Reading it again would not help, because stored nonces belong to the old chain.
    if (isLocal && range.known_hash !== position.block_hash) return { ...counts, advice: ADVICE }
    const answer = await book.record(range)
    counts.ranges += 1
    if (answer !== 'recorded' || range.is_head) break
    position = await book.position()
  }
  if (position?.is_compare_due) counts.differences = (await compare(chain, book)) ?? 0
  return counts
}

/** Reads the next range of blocks; null when there is no block after the last recorded one. */
async function readRange(
  chain: Chain,
  position: Position,
  heads: { head: bigint; final: bigint },
  until: number,
  blocks = BLOCKS,
): Promise<Range | null> {
  const { head, final } = heads
  const from = BigInt(position.block_number) + 1n
  if (head < from) return null
  const last = from + BigInt(blocks) - 1n
  const to = head < last ? head : last
  const finalHere = final < to ? final : to
  return await agreed(chain, async (node) => ({
    known_hash: position.block_hash && (await hashOf(node, BigInt(position.block_number))),
    from_block: Number(from),
    to_block: Number(to),
    is_head: to === head,
    final_block: Number(final < 0n ? 0n : final),
    final_hash: finalHere < from ? null : await hashOf(node, finalHere),
    events: await eventsOf(node, chain.escrow, from, to),
  })).catch((error: unknown) => {
    // Another error may mean that the range is too long, so half of it is tried. Disagreement does not depend on length.
    if (from === to || Date.now() > until || error instanceof Disagreement) throw error
    return readRange(chain, position, heads, until, Math.ceil(Number(to - from) / 2))
  })
}

const hashOf = async (node: PublicClient, blockNumber: bigint) =>
  (await node.getBlock({ blockNumber })).hash

async function eventsOf(
  node: PublicClient,
  escrow: Address,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<Event[]> {
  const events = ESCROW.filter((each) => each.type === 'event')
  const logs = await node.getLogs({ address: escrow, events, fromBlock, toBlock, strict: true })
  return logs.map(({ args, eventName, ...log }) => ({
    tx_hash: lower(log.transactionHash),
    log_index: log.logIndex,
    block_number: Number(log.blockNumber),
    block_hash: log.blockHash,
    kind: KINDS[eventName],
    payment_hash: lower(args.paymentInfoHash),
    amount_minor: String(args.amount),
    fee_bps: 'feeBps' in args ? args.feeBps : 0,
  }))
}

/** Compares the ledger with the escrow at the last recorded final block; returns the number of differences. */
async function compare(chain: Chain, book: Book): Promise<number | null> {
  const position = await book.position()
  if (!position) return null
  const blockNumber = BigInt(position.block_number)
  const expected = await book.expected()
  const capturable: (readonly [Hex, string])[] = []
  for (let at = 0; at < expected.length; at += AT_ONCE)
    capturable.push(
      ...(await Promise.all(
        expected
          .slice(at, at + AT_ONCE)
          .map((each) => capturableOf(chain, each.payment_hash, blockNumber)),
      )),
    )
  const stores = await Promise.all(
    [...chain.operators.keys()].map(
      async (operator) =>
        [operator, String(await stored(chain, operator as Address, blockNumber))] as const,
    ),
  )
  return await book.compare(
    position.block_number,
    Object.fromEntries(capturable),
    Object.fromEntries(stores),
  )
}

async function capturableOf(chain: Chain, payment: Hex, blockNumber: bigint) {
  const [, amount] = await agreed(chain, (node) =>
    node.readContract({
      address: chain.escrow,
      abi: ESCROW,
      functionName: 'paymentState',
      args: [payment],
      blockNumber,
    }),
  )
  return [payment, String(amount)] as const
}

/** The tokens that the escrow holds for an operator. They are in a separate contract, the operator's token store. */
const stored = (chain: Chain, operator: Address, blockNumber: bigint) =>
  agreed(chain, async (node) => {
    const at = { address: chain.escrow, abi: ESCROW, blockNumber } as const
    const store = await node.readContract({
      ...at,
      functionName: 'getTokenStore',
      args: [operator],
    })
    const balance = { address: chain.token, abi: TOKEN, blockNumber } as const
    return await node.readContract({ ...balance, functionName: 'balanceOf', args: [store] })
  })
