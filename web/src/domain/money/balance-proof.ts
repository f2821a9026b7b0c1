import type { CompositeTypes } from '../../lib/database.types.ts'
import type { Filled } from '../../lib/rows.ts'

/** A member's leaf and the sibling of every node above it, as `my_balance_proof` returns them. */
export type BalanceProof = Omit<Filled<CompositeTypes<'balance_proof'>>, 'branch'> & {
  /** Hashes and the salt are hexadecimal. */
  branch: { hash: string; amount_minor: string }[]
}

/** The public root of a tree, a row of the view `balance_proofs`. */
export type ProofRoot = {
  id: number
  owed_minor: number
  depth: number
  root: string
  /** The hash over the previous chain value, the root and the total. */
  chain: string
}

const MOST = 2n ** 63n

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function eightBytes(amount: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigInt64(0, amount)
  return bytes
}

async function sha256(...parts: Uint8Array[]): Promise<string> {
  const text = new Blob(parts as BlobPart[])
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await text.arrayBuffer()))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Computes the root from a member's leaf and compares it with the public one. False if the leaf is not
 * in the tree, an amount is negative or too large, or the total differs
 * (supabase/schemas/04_money/04_balance_proofs.sql says how the hashes are made).
 */
export async function isCounted(proof: BalanceProof, root: ProofRoot): Promise<boolean> {
  const { profile_id, salt, branch } = proof
  if (proof.proof_id !== root.id || branch.length !== root.depth) return false
  let amount = BigInt(proof.amount_minor)
  const member = bytesOf(profile_id.replaceAll('-', ''))
  let hash = await sha256(Uint8Array.of(0), member, bytesOf(salt), eightBytes(amount))
  for (const [level, side] of branch.entries()) {
    const other = BigInt(side.amount_minor)
    if (other < 0n || amount + other >= MOST) return false
    const here = [eightBytes(amount), bytesOf(hash)]
    const there = [eightBytes(other), bytesOf(side.hash)]
    const isLeft = (proof.place >> level) % 2 === 0
    hash = await sha256(Uint8Array.of(1), ...(isLeft ? [...here, ...there] : [...there, ...here]))
    amount += other
  }
  return hash === root.root && amount === BigInt(root.owed_minor)
}

/**
 * True if the chain value of each root, oldest first, follows from the one before, and the first root is the one that
 * this browser saw last. Then no earlier root was replaced, and all members are counted against the same roots.
 */
export async function isChained(
  roots: readonly ProofRoot[],
  seen: Pick<ProofRoot, 'id' | 'chain'>,
): Promise<boolean> {
  if (roots[0]?.id !== seen.id || roots[0].chain !== seen.chain) return false
  let { chain } = seen
  for (const { root, owed_minor, ...next } of roots.slice(1)) {
    chain = await sha256(bytesOf(chain), bytesOf(root), eightBytes(BigInt(owed_minor)))
    if (chain !== next.chain) return false
  }
  return true
}
