import assert from 'node:assert/strict'
import { keccak256, parseEventLogs, toHex, type Abi, type Hex, type Log } from 'viem'
import type { Chain } from '../_shared/chain/chain.ts'
import { watchChain, type Book, type Position, type Range } from './watch-chain.ts'

const escrow = '0xf96815976523e00e65be8f34ca5e64b4f41eb19c'
const [LOCAL, BASE] = [31_337, 8453]
const hashOf = (block: number | bigint, of = 'a') => `0x${of.repeat(60)}${block}` as Hex
const position: Position = {
  block_number: 100,
  block_hash: hashOf(100),
  escrow,
  is_compare_due: true,
}

/** A chain of `head` blocks, the last two of which are not final. */
function chainOf(chainId: number, head: number, of = 'a', mostBlocks = Infinity): Chain {
  const getBlock = ({ blockNumber, blockTag }: { blockNumber?: bigint; blockTag?: string }) => {
    const number = blockTag ? BigInt(head - 2) : (blockNumber ?? 0n)
    return Promise.resolve({ number, hash: hashOf(number, of) })
  }
  const node = {
    getBlock,
    getBlockNumber: () => Promise.resolve(BigInt(head)),
    getLogs: ({ fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint }) =>
      toBlock - fromBlock < mostBlocks
        ? Promise.resolve([])
        : Promise.reject(new Error('query returned more than 10000 results')),
  }
  return {
    chainId,
    escrow,
    confirmations: null,
    nodes: [node],
    operators: new Map(),
  } as unknown as Chain
}

/** A database that only notes the calls to it. */
function bookOf() {
  const ranges: Range[] = []
  const compared: number[] = []
  const book: Book = {
    position: () => Promise.resolve(position),
    record: (range) =>
      Promise.resolve(
        (ranges.push(range), range.known_hash === position.block_hash ? 'recorded' : 'rewound'),
      ),
    expected: () => Promise.resolve([]),
    compare: (block) => Promise.resolve((compared.push(block), 0)),
  }
  return { book, ranges, compared }
}

const soon = () => Date.now() + 10_000

Deno.test('nothing is recorded while a node does not have the last recorded block', async () => {
  const { book, ranges, compared } = bookOf()
  const answer = await watchChain(chainOf(BASE, 93), book, soon())
  assert.deepEqual(answer, { ranges: 0, differences: 0, behind: 7 })
  assert.deepEqual({ ranges, compared }, { ranges: [], compared: [] })
})

Deno.test('reading continues once the node has the last recorded block', async () => {
  const { book, ranges, compared } = bookOf()
  const answer = await watchChain(chainOf(BASE, 104), book, soon())
  assert.deepEqual(answer, { ranges: 1, differences: 0, behind: 0 })
  assert.deepEqual([ranges[0]?.from_block, ranges[0]?.to_block, compared], [101, 104, [100]])
})

Deno.test('a local chain that was reset is reported with the advice to run `npm run reset`, and nothing is compared', async () => {
  for (const head of [3, 104]) {
    const { book, ranges, compared } = bookOf()
    const { advice } = await watchChain(chainOf(LOCAL, head, 'b'), book, soon())
    assert.match(advice ?? '', /npm run reset/)
    assert.deepEqual({ ranges, compared }, { ranges: [], compared: [] })
  }
})

Deno.test('if the last recorded block of a public chain has changed, its new hash is passed to the database', async () => {
  const { book, ranges } = bookOf()
  const answer = await watchChain(chainOf(BASE, 104, 'b'), book, soon())
  assert.equal(answer.advice, undefined)
  assert.equal(ranges[0]?.known_hash, hashOf(100, 'b'))
})

Deno.test('a range that a node refuses is read in shorter ones', async () => {
  const { book, ranges } = bookOf()
  await watchChain(chainOf(BASE, 124, 'b', 8), book, soon())
  assert.deepEqual(
    [ranges[0]?.from_block, ranges[0]?.to_block, ranges[0]?.is_head],
    [101, 106, false],
  )
  await assert.rejects(watchChain(chainOf(BASE, 124, 'a', 0), book, soon()), /10000 results/)
})

Deno.test('no shorter range is requested from nodes that do not agree or do not answer in time', async () => {
  const { book } = bookOf()
  let asked = 0
  const [node, other] = ['a', 'b'].map((of) => chainOf(BASE, 124, of).nodes[0])
  const getLogs = () => {
    asked += 1
    return Promise.resolve([])
  }
  const nodes = [{ ...node, getLogs }, other] as never
  await assert.rejects(watchChain({ ...chainOf(BASE, 124), nodes }, book, soon()), /do not agree/)
  assert.equal(asked, 1)
  const until = Date.now() + 100
  const late = () =>
    new Promise((_, fail) => {
      asked += 1
      setTimeout(() => fail(new Error('no answer')), 150)
    })
  const down = [{ ...node, getLogs: late }] as never
  await assert.rejects(watchChain({ ...chainOf(BASE, 124), nodes: down }, book, until), /no answer/)
  assert.equal(asked, 2)
})

Deno.test('a payment that the escrow passed on at once (PaymentCharged) is read', async () => {
  const info = `(${'address,'.repeat(4)}uint120,uint48,uint48,uint48,uint16,uint16,address,uint256)`
  const signature = `PaymentCharged(bytes32,${info},uint256,address,uint16,address)`
  const log = {
    address: escrow,
    topics: [keccak256(toHex(signature)), `0x${'4'.repeat(64)}`],
    data: `0x${'1'.padStart(64, '0').repeat(16)}`,
    blockNumber: 104n,
    transactionHash: hashOf(7),
  } as unknown as Log
  const chain = chainOf(BASE, 104)
  const getLogs = ({ events }: { events: Abi }) =>
    Promise.resolve(parseEventLogs({ abi: events, logs: [log], strict: true }))
  Object.assign(chain.nodes[0] as object, { getLogs })
  const { book, ranges } = bookOf()
  await watchChain(chain, book, soon())
  const [{ kind, amount_minor, fee_bps } = {}] = ranges[0]?.events ?? []
  assert.deepEqual(
    { kind, amount_minor, fee_bps },
    { kind: 'charge', amount_minor: '1', fee_bps: 1 },
  )
})

Deno.test('a node is asked for a few payments at a time', async () => {
  const { book } = bookOf()
  const hashes = Array.from({ length: 50 }, (_, n) => toHex(n, { size: 32 }))
  book.expected = () =>
    Promise.resolve(
      hashes.map((payment_hash) => ({ payment_hash, operator: escrow, expected_minor: 1 })),
    )
  let compared: Record<string, string> = {}
  book.compare = (_block, capturable) => Promise.resolve(((compared = capturable), 0))
  const open = { now: 0, most: 0 }
  const chain = chainOf(BASE, 104)
  Object.assign(chain.nodes[0] ?? {}, {
    async readContract() {
      open.now += 1
      open.most = Math.max(open.most, open.now)
      await new Promise((done) => setTimeout(done, 1))
      open.now -= 1
      return [true, 7n, 0n]
    },
  })
  await watchChain(chain, book, soon())
  assert.equal(open.most, 20)
  assert.deepEqual(compared, Object.fromEntries(hashes.map((hash) => [hash, '7'])))
})
