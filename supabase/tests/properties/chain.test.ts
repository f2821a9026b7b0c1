// Orders in USDC go random ways on a chain that undoes blocks, with a node that gives false answers, and senders that
// are killed or run twice. At the end ledger and chain agree exactly, and nobody was paid twice.
import {
  createPublicClient,
  createTestClient,
  custom,
  http,
  parseTransaction,
  type Address,
  type Hex,
  type PublicClient,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { freePort } from 'local-supabase/ports.ts'
import {
  freeze,
  give,
  localAccount,
  startSandboxChain,
  type SandboxChain,
} from '../../../scripts/sandbox-chain/sandbox-chain.ts'
import { TOKEN } from '../../functions/_shared/chain/abi.ts'
import { MOST_GAS } from '../../functions/_shared/chain/calls.ts'
import { chainRow, lower, openChain, type Chain } from '../../functions/_shared/chain/chain.ts'
import { namesOf, typedDataOf, type ChainPayment } from '../../functions/_shared/chain/payment.ts'
import {
  settleChain,
  type Book as Senders,
  type Claimed,
} from '../../functions/settle-chain/settle-chain.ts'
import { watchChain, type Book as Readers } from '../../functions/watch-chain/watch-chain.ts'
import { chances, testDatabase, times, type Chances } from '../support/race.ts'

const LIVES = times(1000, 5, 4)
const LIVES_OF_A_CHAIN = 10
const db = testDatabase(6)
let local: SandboxChain
let chain: Chain
/** Whether the second node gives a false answer to a call of this method. */
let lie: (method: string) => boolean = () => false

beforeAll(async () => {
  await db.sql`update private.settings set value = 1 where key = 'chain_replace_minutes'`
  await db.sql`update private.settings set value = 1000000000 where key = 'chain_hourly_most'`
})
afterAll(() => local?.stop())

/** Starts a new chain with a new operator, and configures the market with it. */
async function openLocalChain(serial: number) {
  await local?.stop()
  // The newest final block is eight below the newest block, which is deeper than any reorganisation here.
  local = await startSandboxChain(await freePort(), 4)
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  await createTestClient({ mode: 'anvil', transport: http(local.rpcUrl) }).setBalance({
    address: account.address,
    value: 10n ** 20n,
  })
  chain = openChain(
    {
      chainId: local.chainId,
      escrow: local.escrow,
      collector: local.collector,
      token: local.token,
      feeAddress: lower(localAccount(serial + 10).address),
      keys: [key],
      confirmations: null,
    },
    [createPublicClient({ transport: http(local.rpcUrl), cacheTime: 0 }), lyingNode()],
  )
  await mine(10)
  await db.sql`delete from private.chain`
  await db.sql`select private.set_chain(${db.sql.json(await chainRow(chain))})`
}

function lyingNode(): PublicClient {
  const honest = createPublicClient({ transport: http(local.rpcUrl, { retryCount: 0 }) })
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const answer: unknown = await honest.request({ method, params } as never)
    if (!lie(method)) return answer
    if (method === 'eth_getLogs') return []
    if (method === 'eth_getTransactionReceipt') return null
    throw new Error('The node does not answer.')
  }
  return createPublicClient({ transport: custom({ request }, { retryCount: 0 }), cacheTime: 0 })
}

const node = () => createTestClient({ mode: 'anvil', transport: http(local.rpcUrl) })
const mine = (blocks: number) => node().mine({ blocks })
/** Undoes blocks, but never while anvil makes one, because it would then keep receipts of undone blocks. */
async function undo(depth: number) {
  do await mine(1)
  while (Number((await node().getTxpoolStatus()).pending) > 0)
  await node().request({ method: 'anvil_reorg', params: [depth + 1, []] } as never)
}
const balanceOf = (account: Address) =>
  createPublicClient({ transport: http(local.rpcUrl), cacheTime: 0 }).readContract({
    address: local.token,
    abi: TOKEN,
    functionName: 'balanceOf',
    args: [account],
  })

class Killed extends Error {}

/** The database's functions for settle-chain. The sender may be killed after any answer of the database. */
function senders(dies: () => boolean): Senders {
  const alive = <T>(answer: T): T => {
    if (dies()) throw new Killed('killed')
    return answer
  }
  return {
    async claim(operators) {
      const [row] = await db.sql<
        { claimed: Claimed }[]
      >`select public.claim_chain_acts(${operators}) as claimed`
      return alive(row?.claimed ?? { acts: [], nonces: {} })
    },
    async store(act, { nonce, raw, tx_hash, fee_per_gas }) {
      const [row] = await db.sql<{ is: boolean }[]>`
        select public.store_chain_transaction(${act.id}, ${nonce}, ${raw}, ${tx_hash}, ${fee_per_gas}) as is`
      return alive(row?.is ?? false)
    },
    async report(act, state, problem) {
      await db.sql`select public.report_chain_act(${act.id}, ${state}, ${problem ?? null})`
      alive(null)
    },
  }
}

const readers: Readers = {
  async position() {
    const [row] = await db.sql`select public.chain_position() as position`
    return row?.['position']
  },
  async record(range) {
    const [row] = await db.sql`select public.record_chain(${db.sql.json(range as never)}) as answer`
    return String(row?.['answer'])
  },
  expected: () => db.sql`select * from public.chain_expected()` as never,
  async compare(block, capturable, stores) {
    const [row] = await db.sql`
      select public.compare_chain(${block}, ${db.sql.json(capturable)}, ${db.sql.json(stores)}) as found`
    return row?.['found'] as number | null
  },
}

const until = () => Date.now() + 60_000
const watch = () =>
  watchChain(chain, readers, until()).catch((error: unknown) => void faults.push(String(error)))
const settle = (dies: () => boolean = () => false) =>
  settleChain(chain, senders(dies), until(), (fault) => void faults.push(fault)).catch(
    (error: unknown) => void faults.push(String(error)),
  )
/** Errors of senders and readers, shown if a test fails. */
const faults: string[] = []

/** Runs senders or readers, or changes the chain, at random. */
async function disturb(chance: Chances) {
  const dies = () => chance.below(4) === 0
  lie = () => chance.below(6) === 0
  // Acts that wait a minute for their next attempt are due now.
  await db.sql`update public.chain_acts set retry_at = null where retry_at is not null`
  switch (chance.below(6)) {
    case 0:
      await Promise.all([settle(dies), settle(dies)])
      break
    case 1:
      await settle(dies)
      break
    case 2:
      await Promise.all([watch(), watch(), settle()])
      break
    case 3:
      await undo(1 + chance.below(5))
      break
    case 4:
      await mine(1 + chance.below(4))
      break
    default:
      await watch()
  }
  lie = () => false
}

const as = (profile: string, text: string) =>
  db.sql.begin(async (sql) => {
    await sql`select tests.act_as(${profile})`
    await sql.unsafe(text)
  })

type Life = { order: string; payer: Address; receiver: Address; paid: bigint }

async function begin(
  chance: Chances,
  serial: number,
): Promise<Life & { brand: string; kol: string }> {
  const account = privateKeyToAccount(generatePrivateKey())
  const receiver = lower(privateKeyToAccount(generatePrivateKey()).address)
  const price = 10_000 * (500 + chance.below(200_000))
  const [made] = await db.sql`
    with sides as (select tests.make_member(${`brand ${serial}`}, 'brand') as brand, tests.make_member(${`kol ${serial}`}) as kol)
    select s.*, w.address from sides s, lateral (select ${receiver}::text as address) w`
  const { brand, kol } = made as { brand: string; kol: string }
  await db.sql`insert into private.wallets (profile_id, address) values (${kol}, ${receiver})`
  const [pack] = await db.sql`select tests.make_pack(${kol}, ${price}, 'USDC') as id`
  await as(brand, `select public.place_order('${pack?.['id']}', 'Please.', gen_random_uuid())`)
  const [placed] = await db.sql`select id from public.pack_orders where brand_id = ${brand}`
  const order = String(placed?.['id'])
  await give(local, account.address, BigInt(price))
  // The payer's money is in deeper blocks than those that this test undoes.
  await mine(6)
  await as(brand, `select public.start_chain_payment('${order}', '${account.address}')`)
  const payment = async () => {
    const [row] =
      await db.sql`select to_jsonb(p) as row from public.chain_payments p where p.order_id = ${order}`
    return row?.['row'] as ChainPayment
  }
  const { id } = await payment()
  const names = await namesOf(chain, await payment())
  await db.sql`select public.name_chain_payment(${id}, ${names.payment_hash}, ${names.nonce})`
  const signature = await account.signTypedData(
    (await typedDataOf(chain, await payment())) as never,
  )
  await db.sql`select public.sign_chain_payment(${id}, ${brand}, ${signature})`
  return { order, brand, kol, payer: lower(account.address), receiver, paid: BigInt(price) }
}

const statusOf = async (order: string) => {
  const [row] = await db.sql`select status from public.pack_orders where id = ${order}`
  return String(row?.['status'])
}

/** Does a random next act of the brand or the creator on the order, or none. */
async function act(
  chance: Chances,
  { order, brand, kol, paid }: Life & { brand: string; kol: string },
) {
  const status = await statusOf(order)
  const share = 10_000n * BigInt(chance.below(Number(paid / 10_000n) + 1))
  const choices: Record<string, [string, string][]> = {
    pending_payment: [[brand, `cancel_order('${order}')`], ...Array(5).fill(null)],
    funded: [
      [kol, `accept_order('${order}')`],
      [kol, `accept_order('${order}')`],
      [kol, `decline_order('${order}')`],
      [brand, `cancel_order('${order}')`],
    ],
    in_progress: [[kol, `deliver_order('${order}', 'Done.', array['https://example.com/work'])`]],
    delivered: [
      [brand, `complete_order('${order}')`],
      [brand, `open_dispute('${order}', 'No.', creator_share_minor => ${share})`],
    ],
    disputed: [
      [
        kol,
        `accept_settlement('${order}', (select s.creator_share_minor from public.settlement_proposals s where s.order_id = '${order}'))`,
      ],
    ],
  }
  const list = choices[status]
  const choice = list?.[chance.below(list.length)]
  if (choice) await as(choice[0], `select public.${choice[1]}`)
}

/** Sends, mines and reads until every act is final. */
async function drain() {
  for (let round = 0; round < 60; round += 1) {
    await db.sql`update public.chain_acts set retry_at = null where retry_at is not null`
    await settle()
    await mine(3)
    await watch()
    const [open] =
      await db.sql`select count(*)::int as n from public.chain_acts where state not in ('final', 'failed')`
    if (open?.['n'] === 0) return
  }
  const open = await db.sql`
    select a.id, a.kind, a.state, a.amount_minor::text, a.problem, a.tx_hash, p.closed_at,
      array(select row_to_json(e) from private.chain_events e where e.payment_hash = p.payment_hash) as events
    from public.chain_acts a join public.chain_payments p on p.id = a.payment_id
    where a.order_id in (select o.order_id from public.chain_acts o where o.state not in ('final', 'failed')) order by a.id`
  throw new Error(`Acts stay open: ${JSON.stringify([open, faults.slice(-8)])}`)
}

async function expectOneEnd(life: Life) {
  const rows = await db.sql`
    select a.kind, a.state, a.amount_minor::text as amount, a.fee_minor::text as fee
    from public.chain_acts a where a.order_id = ${life.order}`
  const final = rows.filter(({ state }) => state === 'final')
  const sum = (kind: string, column: 'amount' | 'fee') =>
    final
      .filter((row) => row['kind'] === kind)
      .reduce((total, row) => total + BigInt(String(row[column])), 0n)
  const taken = sum('authorize', 'amount')
  expect([0n, life.paid]).toContain(taken)
  expect(taken).toBe(sum('capture', 'amount') + sum('void', 'amount'))
  expect(await balanceOf(life.receiver)).toBe(sum('capture', 'amount') - sum('capture', 'fee'))
  expect(await balanceOf(life.payer)).toBe(life.paid - taken + sum('void', 'amount'))
  expect(['completed', 'settled', 'declined', 'cancelled', 'expired']).toContain(
    await statusOf(life.order),
  )
  expect(
    await db.sql`select balance_minor::int as minor from private.accounts where order_id = ${life.order} and balance_minor <> 0`,
  ).toEqual([])
  return sum('capture', 'fee')
}

test(
  'ledger and chain agree after reorganisations, kills, false reports and double starts',
  { timeout: 7_200_000 },
  async () => {
    const seed = Number(process.env['KOLPACT_SEED'] ?? Date.now() % 2 ** 31)
    onTestFailed(() => console.error(`Repeat with KOLPACT_SEED=${seed}`))
    const chance = chances(seed)
    let fees = 0n
    for (let serial = 0; serial < LIVES; serial += 1) {
      if (serial % LIVES_OF_A_CHAIN === 0) {
        await openLocalChain(serial)
        fees = 0n
      }
      const life = await begin(chance, serial)
      // Some payers can no longer pay from some point on: their address is frozen, so an undone payment fails.
      const cheats = chance.below(5) === 0
      for (let step = 0; step < 14; step += 1) {
        await disturb(chance)
        if (cheats && step === 5) await freeze(local, life.payer, true)
        await act(chance, life).catch(() => null)
      }
      if (cheats) await freeze(local, life.payer, false)
      await drain()
      // From here on nobody acts, and deadlines end the order.
      for (
        let day = 0;
        day < 9 &&
        !/^(completed|settled|declined|cancelled|expired)$/.test(await statusOf(life.order));
        day += 1
      ) {
        await db.sql`select private.move_at_deadline(o, now()) from public.pack_orders o where o.id = ${life.order}`
        await drain()
      }
      fees += await expectOneEnd(life)
      expect(await balanceOf(chain.feeAddress)).toBe(fees)
      await expectAgreement()
    }
  },
)

/** Expects that ledger, escrow and token store agree, as watch-chain compares them every hour. */
async function expectAgreement() {
  await db.sql`update private.chain set compared_at = null`
  expect(await watchChain(chain, readers, until())).toMatchObject({ differences: 0 })
  const unwanted = ['difference', 'stranger', 'final_block_changed']
  expect(
    await db.sql`select kind, detail from public.chain_alarms where kind = any (${unwanted})`,
  ).toEqual([])
  expect(await db.sql`select * from private.ledger_faults()`).toEqual([])
}

test('an authorization that would use up the gas of the operator is not sent', async () => {
  const chance = chances(10)
  await openLocalChain(LIVES)
  const { order, kol } = await begin(chance, LIVES)
  const { collector: address } = local
  const code = (await createPublicClient({ transport: http(local.rpcUrl) }).getCode({
    address,
  })) as Hex
  // Replaces the collector by a contract that counts down from 80,000, with 26 gas each, and then calls a copy of the
  // original (ERC-1167).
  const copy = lower(localAccount(99).address)
  await node().setCode({ address: copy, bytecode: code })
  const bytecode = `0x620138805b6001900380600457363d3d373d3d3d363d73${copy.slice(2)}5af43d82803e903d91603857fd5bf3`
  await node().setCode({ address, bytecode: bytecode as Hex })
  await settle()
  const actOf = () => db.sql`select state, problem from public.chain_acts where order_id = ${order}`
  expect(await actOf()).toEqual([
    { state: 'decided', problem: expect.stringMatching(/gas|revert/i) },
  ])
  await node().setCode({ address, bytecode: code })
  await drain()
  expect(await actOf()).toEqual([{ state: 'final', problem: null }])
  const [{ raw } = {}] = await db.sql<{ raw: Hex }[]>`
    select t.raw from private.chain_transactions t join public.chain_acts a on a.id = t.act_id where a.order_id = ${order}`
  expect(parseTransaction(raw ?? '0x').gas).toBe(MOST_GAS)
  // The order is declined, so that nothing is left in the escrow.
  await as(kol, `select public.decline_order('${order}')`)
  await drain()
})

test('a transaction that would fail by now is replaced, so that later transactions are mined', async () => {
  const chance = chances(9)
  await openLocalChain(LIVES + 1)
  const cheat = await begin(chance, LIVES + 1)
  const honest = await begin(chance, LIVES + 2)
  // The sender is killed after it stored the first transaction. Then the payer of that is frozen, and fees rise.
  let answers = 0
  await settle(() => (answers += 1) === 2)
  await freeze(local, cheat.payer, true)
  await node().setNextBlockBaseFeePerGas({ baseFeePerGas: 2000n * 10n ** 9n })
  await mine(1)
  await db.sql`alter table private.chain_transactions disable trigger user`
  await db.sql`update private.chain_transactions set signed_at = signed_at - interval '10 minutes'`
  await db.sql`alter table private.chain_transactions enable trigger user`
  for (let round = 0; round < 3; round += 1) {
    await settle()
    await mine(10)
    await watch()
  }
  const acts =
    await db.sql`select state, problem from public.chain_acts where order_id = ${cheat.order}`
  expect(acts).toEqual([{ state: 'failed', problem: 'reverted' }])
  expect(await statusOf(honest.order)).toBe('funded')
})
