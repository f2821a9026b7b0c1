import { describe, expect, it } from 'vitest'
import { lowestPrices } from './from-prices.ts'

const pack = (kol_id: string, price_minor: number, currency = 'USD') => ({
  kol_id,
  price_minor,
  currency,
  delivery_days: 7,
})

describe('lowestPrices', () => {
  it('takes the shortest delivery, of whichever pack', () => {
    const packs = [pack('a', 300), { ...pack('a', 900), delivery_days: 2 }]
    expect(lowestPrices(packs)).toEqual({
      a: { price_minor: 300, currency: 'USD', delivery_days: 2 },
    })
    expect(lowestPrices(packs.toReversed())).toEqual(lowestPrices(packs))
  })

  it('takes the cheapest pack of each creator', () => {
    expect(lowestPrices([pack('a', 300), pack('a', 200), pack('b', 900)])).toEqual({
      a: { price_minor: 200, currency: 'USD', delivery_days: 7 },
      b: { price_minor: 900, currency: 'USD', delivery_days: 7 },
    })
  })

  it('counts one unit of each currency as a dollar, as the filter does', () => {
    const packs = [
      pack('a', 250_000_000, 'USDC'),
      pack('a', 30_000),
      pack('a', 260_000_000, 'USDC'),
    ]
    expect(lowestPrices(packs)).toEqual({
      a: { price_minor: 250_000_000, currency: 'USDC', delivery_days: 7 },
    })
    expect(lowestPrices(packs.toReversed())).toEqual(lowestPrices(packs))
  })

  it('shows dollars where both cost the same', () => {
    const packs = [pack('a', 300_000_000, 'USDC'), pack('a', 30_000)]
    expect(lowestPrices(packs)).toEqual({
      a: { price_minor: 30_000, currency: 'USD', delivery_days: 7 },
    })
    expect(lowestPrices(packs.toReversed())).toEqual(lowestPrices(packs))
  })
})
