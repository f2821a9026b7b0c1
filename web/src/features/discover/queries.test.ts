import { describe, expect, it } from 'vitest'
import { lowestPrices } from './queries.ts'

const pack = (kol_id: string, price_minor: number, currency = 'USD') => ({
  kol_id,
  price_minor,
  currency,
})

describe('lowestPrices', () => {
  it('takes the cheapest pack of each creator', () => {
    expect(lowestPrices([pack('a', 300), pack('a', 200), pack('b', 900)])).toEqual({
      a: { price_minor: 200, currency: 'USD' },
      b: { price_minor: 900, currency: 'USD' },
    })
  })

  it('counts one unit of each currency as a dollar, as the filter does', () => {
    const packs = [
      pack('a', 250_000_000, 'USDC'),
      pack('a', 30_000),
      pack('a', 260_000_000, 'USDC'),
    ]
    expect(lowestPrices(packs)).toEqual({ a: { price_minor: 250_000_000, currency: 'USDC' } })
    expect(lowestPrices(packs.toReversed())).toEqual(lowestPrices(packs))
  })

  it('shows dollars where both cost the same', () => {
    const packs = [pack('a', 300_000_000, 'USDC'), pack('a', 30_000)]
    expect(lowestPrices(packs)).toEqual({ a: { price_minor: 30_000, currency: 'USD' } })
    expect(lowestPrices(packs.toReversed())).toEqual(lowestPrices(packs))
  })
})
