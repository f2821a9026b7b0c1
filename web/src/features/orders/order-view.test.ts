import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order } from '@/domain/orders/order-query.ts'
import { shareOut } from './order-view.ts'

const order = (price_minor: number, fee_minor: number, buyer_fee_minor: number) =>
  ({ price_minor, fee_minor, buyer_fee_minor }) as Order

describe('shareOut', () => {
  it('gives everything back at nothing and pays in full at everything', () => {
    expect(shareOut(order(10_000, 1000, 250), 0)).toEqual({ creator: 0, brand: 10_250, fees: 0 })
    expect(shareOut(order(10_000, 1000, 250), 10_000)).toEqual({
      creator: 9000,
      brand: 0,
      fees: 1250,
    })
  })

  it('leaves odd units with the sides, not with us', () => {
    expect(shareOut(order(1001, 100, 0), 500)).toEqual({ creator: 451, brand: 501, fees: 49 })
  })

  it('loses and makes no unit, whatever the amounts', () => {
    const amounts = fc
      .tuple(fc.integer({ min: 1, max: 1e15 }), fc.nat(100), fc.nat(100), fc.nat(10_000))
      .map(([price, fee, buyerFee, share]) => {
        const of = (part: number, whole: number) =>
          Number((BigInt(price) * BigInt(part)) / BigInt(whole))
        return { price, fee: of(fee, 100), buyerFee: of(buyerFee, 100), share: of(share, 10_000) }
      })
    fc.assert(
      fc.property(amounts, ({ price, fee, buyerFee, share }) => {
        const parts = shareOut(order(price, fee, buyerFee), share)
        expect(parts.creator + parts.brand + parts.fees).toBe(price + buyerFee)
        expect(Math.min(parts.creator, parts.brand, parts.fees)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
