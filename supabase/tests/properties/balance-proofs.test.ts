// If the platform drops, halves, merges or negates a leaf of the tree of balances, some member's check fails.
import type { TransactionSql } from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import {
  isChained,
  isCounted,
  type BalanceProof,
  type ProofRoot,
} from '../../../web/src/domain/money/balance-proof.ts'
import { rolledBack, testDatabase } from '../support/race.ts'

const AMOUNTS = [700, 5, 123_456_789, 42, 1, 90_000, 33]
const db = testDatabase(1)
let members: string[]

beforeAll(async () => {
  members = await db.sql.begin(async (tx) => {
    const ids: string[] = []
    for (const [index, amount] of AMOUNTS.entries()) {
      const rows = await tx<
        { id: string }[]
      >`select tests.make_member(${`m${index}`}, 'brand') as id`
      const { id } = rows[0]!
      await tx`
        select private.post_transfer('payment', array[private.platform_account('cash', 'USD', ${id}),
          private.member_account(${id}, 'wallet', 'USD')], array[${-amount}::bigint, ${amount}::bigint])`
      ids.push(id)
    }
    await tx`update private.settings set value = 1 where key = 'proof_members'`
    return ids
  })
})

/** Makes a proof of balances, with a lie about its leaves if given, and returns which members' checks pass. */
function believers(lie?: (tx: TransactionSql) => Promise<unknown>): Promise<number[]> {
  return rolledBack(db.sql, async (tx) => {
    if (lie) await prepareLie(tx, lie)
    await tx`select private.prove_balances('USD')`
    const believing: number[] = []
    for (const [index, id] of members.entries()) {
      if (await isBelieved(tx, id, AMOUNTS[index]!)) believing.push(index)
    }
    return believing
  })
}

/** Replaces the SQL function `write_leaves` by one that writes the leaves as the lie has changed them. */
async function prepareLie(tx: TransactionSql, lie: (tx: TransactionSql) => Promise<unknown>) {
  await tx`create table public.lies as select * from private.proof_leaves`
  await tx`select private.write_leaves(0, 'USD')`
  await tx`insert into public.lies select * from private.proof_leaves where proof_id = 0`
  await lie(tx)
  await tx`alter table private.proof_leaves drop constraint proof_leaves_amount_positive`
  await tx.unsafe(`create or replace function private.write_leaves(proof_id bigint, currency text) returns void
    language sql as $$
      insert into private.proof_leaves select write_leaves.proof_id, profile_id,
        row_number() over (order by place) - 1, salt, amount_minor from public.lies;
      insert into private.proof_nodes select l.proof_id, 0, l.place, l.amount_minor,
        private.leaf_hash(l.profile_id, l.salt, l.amount_minor)
      from private.proof_leaves l where l.proof_id = write_leaves.proof_id
    $$`)
}

async function isBelieved(tx: TransactionSql, id: string, amount: number): Promise<boolean> {
  await tx`select tests.act_as_anon()`
  const [root] = await tx<ProofRoot[]>`
    select id::float8 as id, owed_minor::float8 as owed_minor, depth, root
    from public.balance_proofs where currency = 'USD' order by id desc limit 1`
  await tx`select tests.act_as_owner()`
  await tx`select tests.act_as(${id})`
  const [proof] = await tx<BalanceProof[]>`
    select p.proof_id::float8 as proof_id, p.profile_id, p.salt, p.place,
      p.amount_minor::float8 as amount_minor, p.branch
    from public.my_balance_proof('USD') p`
  await tx`select tests.act_as_owner()`
  const isMine = proof?.profile_id === id && proof.amount_minor === amount
  return isMine && isCounted(proof, root!)
}

const EVERYBODY = AMOUNTS.map((_, index) => index)
const LIES: Record<string, (tx: TransactionSql) => Promise<unknown>> = {
  drops: (tx) => tx`delete from public.lies where profile_id = ${members[3]!}`,
  halves: (tx) =>
    tx`update public.lies set amount_minor = amount_minor / 2 where profile_id = ${members[2]!}`,
  // Two members with equal amounts could be shown one common leaf, if a leaf did not name its member.
  merges: (tx) => tx`
    with gone as (delete from public.lies where profile_id = ${members[0]!} returning amount_minor)
    update public.lies set amount_minor = lies.amount_minor + gone.amount_minor from gone
    where profile_id = ${members[1]!}`,
  negates: (tx) =>
    tx`update public.lies set amount_minor = -amount_minor where profile_id = ${members[5]!}`,
}

test('every member finds their balance in an honest tree of balances', async () => {
  expect(await believers()).toEqual(EVERYBODY)
})

test.for(Object.keys(LIES))('at least one member notices a tree that %s a leaf', async (name) => {
  expect((await believers(LIES[name])).length).toBeLessThan(EVERYBODY.length)
})

test('members reject a tree whose nodes hash only the sum of their two sides', async () => {
  const sumAlone = (tx: TransactionSql) =>
    tx.unsafe(`create or replace function private.node_hash(left_minor bigint, left_hash bytea, right_minor bigint,
      right_hash bytea) returns bytea language sql immutable as
      $$ select sha256('\\x01'::bytea || int8send(left_minor + right_minor) || left_hash || right_hash) $$`)
  expect(await believers(sumAlone)).toEqual([])
})

test('a root that a member has seen cannot be replaced, because later proofs are chained to it', async () => {
  await rolledBack(db.sql, async (tx) => {
    for (let day = 0; day < 3; day += 1) await tx`select private.prove_balances('USD')`
    const roots = await tx<ProofRoot[]>`
      select id::float8 as id, owed_minor::float8 as owed_minor, depth, root, chain from public.balance_proofs
      where currency = 'USD' order by id`
    const seen = roots[0]!
    expect(await isChained(roots, seen)).toBe(true)
    expect(await isChained(roots, { ...seen, chain: roots[1]!.chain })).toBe(false)
    expect(await isChained(roots.slice(1), seen)).toBe(false)
    expect(await isChained([roots[0]!, roots[2]!], seen)).toBe(false)
    for (const lie of [{ root: roots[0]!.root }, { owed_minor: 1 }, { chain: seen.chain }])
      expect(await isChained([seen, { ...roots[1]!, ...lie }, roots[2]!], seen)).toBe(false)
  })
})
