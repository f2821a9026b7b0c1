import type { CompositeTypes } from '../../lib/database.types.ts'
import type { Filled } from '../../lib/rows.ts'

/**
 * Result of `settlement_preview`: an order's money and its division. Only the brand reads how the total was paid, or
 * would be paid now. `later_minor` is the change of the reader's part since the order ended, by a reversed payment;
 * staff do not read it. Only the creator reads `disputed_minor`, the earnings on hold while the payment is disputed.
 */
export type OrderMoney = Filled<
  CompositeTypes<'order_money'>,
  'wallet_minor' | 'provider_minor' | 'later_minor' | 'disputed_minor'
>
/** Division of an order's money. Four parts add up to the total; `held_fee_minor` is the part of it that is held outside escrow. */
export type Split = Pick<
  OrderMoney,
  | 'total_minor'
  | 'held_fee_minor'
  | 'creator_minor'
  | 'creator_fee_minor'
  | 'buyer_fee_minor'
  | 'brand_minor'
>

/** Division of the rest of the money: all except what accepted milestones have paid out and their fees. */
export function splitOfRest(money: OrderMoney): Split {
  const { released_creator_minor: paid, released_fee_minor: fee } = money
  const { released_buyer_fee_minor: buyerFee } = money
  return {
    ...money,
    total_minor: money.total_minor - paid - fee - buyerFee,
    held_fee_minor: money.held_fee_minor - buyerFee,
    creator_minor: money.creator_minor - paid,
    creator_fee_minor: money.creator_fee_minor - fee,
    buyer_fee_minor: money.buyer_fee_minor - buyerFee,
  }
}

/** The changes of an order's amounts by an action; null for an amount that stays the same. */
export interface MoneyChange {
  creator_minor: number | null
  brand_minor: number | null
  creator_fee_minor: number | null
  buyer_fee_minor: number | null
  held_minor: number | null
  held_fee_minor: number | null
}

/** The division of the money that leaves escrow by an action; null if none does. */
export function splitOfAction(change: MoneyChange): Split | null {
  const held = change.held_minor ?? 0
  if (held >= 0) return null
  return {
    total_minor: -held,
    held_fee_minor: 0 - (change.held_fee_minor ?? 0),
    creator_minor: change.creator_minor ?? 0,
    creator_fee_minor: change.creator_fee_minor ?? 0,
    buyer_fee_minor: change.buyer_fee_minor ?? 0,
    brand_minor: change.brand_minor ?? 0,
  }
}

/** The amounts that make up the total: the price in escrow, and the brand's fee, which is held outside it. */
export const heldOf = (split: Split) => ({
  escrow: split.total_minor - split.held_fee_minor,
  held_fee: split.held_fee_minor,
})

export type SplitPart = 'creator' | 'creator_fee' | 'buyer_fee' | 'brand'

/** The parts to show: the creator's always, others only if they are not zero. */
export function splitParts(split: Split): { part: SplitPart; minor: number }[] {
  const parts: { part: SplitPart; minor: number }[] = [
    { part: 'creator', minor: split.creator_minor },
    { part: 'creator_fee', minor: split.creator_fee_minor },
    { part: 'buyer_fee', minor: split.buyer_fee_minor },
    { part: 'brand', minor: split.brand_minor },
  ]
  return parts.filter(({ part, minor }) => part === 'creator' || minor !== 0)
}
