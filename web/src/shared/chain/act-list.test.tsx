import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ChainAct, ChainPayment } from '@/domain/chain/chain-payments.ts'
import chain from '@/locales/en/chain.json'
import { giveWords } from '@/ui/testing.tsx'
import { ActList } from './act-list.tsx'

giveWords({ chain })

const AT = '2026-11-28T00:00:00Z'
const MILLION = 1_000_000

/** The last line for a payment of 100 USDC. Each act is given as its kind, its state and its amount in USDC. */
function lastLine(closed_at: string | null, side: 'brand' | 'kol', ...acts: string[]) {
  const payment = {
    closed_at,
    max_amount_minor: 100 * MILLION,
    acts: acts.map((text, id) => {
      const [kind, state, amount] = text.split(' ')
      return { id, kind, state, amount_minor: Number(amount) * MILLION, fee_minor: 0 } as ChainAct
    }),
  } as ChainPayment
  const html = renderToStaticMarkup(<ActList payment={payment} currency="USDC" side={side} />)
  const [, last = ''] = /.*<li>(.*)<\/li>/.exec(html) ?? []
  return last
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

test('money that a brand reclaims from the escrow without the market is the last line of the payment', () => {
  const paid = ['authorize final 100', 'capture final 30', 'capture failed 40']
  expect(lastLine(AT, 'brand', ...paid)).toBe(`${chain.act_reclaim_brand} 70.00 USDC Final`)
  expect(lastLine(AT, 'kol', ...paid)).toContain(chain.act_reclaim)
})

test.each([
  ['an open payment', null, ['authorize final 100', 'capture final 30']],
  [
    'a closed payment whose acts moved all of it',
    AT,
    ['authorize final 100', 'capture final 30', 'void final 70'],
  ],
  ['a payment that the escrow never received', AT, ['authorize failed 100']],
  [
    'a payment whose capture was given up',
    AT,
    ['authorize final 100', 'capture given_up 60', 'void final 100'],
  ],
])('%s has no line for reclaimed money', (_, closed, acts) => {
  expect(lastLine(closed, 'brand', ...acts)).not.toContain(chain.act_reclaim_brand)
})
