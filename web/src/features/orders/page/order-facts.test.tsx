import { expect, test } from 'vitest'
import type { OrderMoney as Money } from '@/domain/money/split.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { settlementPreview } from '@/domain/orders/settlement-preview.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import common from '@/locales/en/common.json'
import orders from '@/locales/en/orders.json'
import states from '@/locales/en/order-states.json'
import payments from '@/locales/en/payments.json'
import { giveWords, htmlOf, type Answer } from '@/ui/testing.tsx'
import { proposalsQuery, settlementPreviewQuery, tipsQuery } from '../queries.ts'
import { shareByDeadlineQuery } from '../dispute/dispute-queries.ts'
import { OrderFacts } from './order-facts.tsx'
import { OrderMoneyCard } from './order-money.tsx'

giveWords({ common, orders, payments, 'order-states': states })

function wordsOf(
  status: Order['status'],
  side: 'brand' | 'kol' | null,
  Part: typeof OrderFacts | typeof OrderMoneyCard = OrderFacts,
  ...answers: Answer[]
) {
  const price = { currency: 'USD', price_minor: 30_000, buyer_fee_minor: 3_000 }
  const sides = { brand_id: 'b', kol_id: 'k' }
  const order = { id: 'o', ...sides, ...price, status, due_at: '2030-05-04T10:00:00Z' }
  const fees = { creator_fee_minor: 3_000, buyer_fee_minor: 3_000, brand_minor: 0 }
  const is_paid = status !== 'pending_payment'
  const money = { is_paid, total_minor: 33_000, creator_minor: 27_000, ...fees } as Money
  return htmlOf(
    <Part
      order={{ ...order, payment_disputed_at: null, creator_share_minor: null } as Order}
      side={side}
      names={{ brand: 'Bea', kol: 'Kim' }}
    />,
    [settlementPreviewQuery('o'), money],
    [tipsQuery('o'), status === 'completed' ? 1_000 : 0],
    ...answers,
  )
    .replace(/^.*?<(dl|section)/s, '<$1')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test('staff read who has to act, until when, what happens otherwise and all amounts, with the names of both sides', () => {
  const words = wordsOf('delivered', null)
  expect(words).toContain('Next Bea')
  expect(words).toContain('Accepted automatically')
  expect(words).toContain('The work counts as accepted, and Kim is paid.')
  expect(words).toMatch(/Kim gets \$270\.00 .*Bea paid \$330\.00/)
  expect(words).not.toMatch(/\byou/i)
  expect(wordsOf('in_progress', null)).toContain('Next Kim')
  expect(wordsOf('disputed', null)).toContain('Next Bea and Kim')
})

test('a brand is addressed as "you", and reads the name of the creator', () => {
  const words = wordsOf('delivered', 'brand')
  expect(words).toContain('Next You')
  expect(words).toMatch(/You paid \$330\.00 .*Kim gets \$270\.00/)
})

test('a brand reads "you pay" until its payment has arrived, then "you paid"', () => {
  expect(wordsOf('pending_payment', 'brand')).toContain('You pay $330.00')
  expect(wordsOf('funded', 'brand')).toContain('You paid $330.00')
})

test('a completed order shows what was paid and received, each with the tip', () => {
  const words = wordsOf('completed', 'brand')
  expect(words).toContain('You paid $330.00 and a tip of $10.00')
  expect(words).toContain('Kim received $270.00 and a tip of $10.00')
  expect(wordsOf('completed', null)).toContain('Kim received $270.00 and a tip of $10.00')
})

test('the money card of a completed order shows the tips with the split', () => {
  expect(wordsOf('completed', 'kol', OrderMoneyCard)).toMatch(
    /Where the money went .* Tip \$10\.00/,
  )
  expect(wordsOf('completed', null, OrderMoneyCard)).toMatch(/Where the money went .* Tip \$10\.00/)
})

test('a side of a dispute reads that staff may rule now once both sides have made a statement or a proposal', () => {
  const words = (...spoken: string[]) =>
    wordsOf('disputed', 'kol', OrderFacts, [
      proposalsQuery('o'),
      spoken.map((proposed_by) => ({ proposed_by })),
    ])
  expect(words('k')).toContain('or earlier, once both sides have spoken')
  expect(words('k', 'b')).toContain('both sides have spoken, so our staff may rule now')
})

test('in a revision each side reads its amount if nobody acts, but not in a dispute, which shows it elsewhere', () => {
  const half = {
    currency: 'USD',
    total_minor: 33_000,
    held_fee_minor: 3_000,
    creator_minor: 13_500,
    creator_fee_minor: 1_500,
    buyer_fee_minor: 1_500,
    brand_minor: 16_500,
    released_creator_minor: 0,
    released_fee_minor: 0,
    released_buyer_fee_minor: 0,
  } as Money
  const key = [...keyRoots.orders, 'one', 'o', 'split']
  const words = (status: Order['status'], side: 'brand' | 'kol') =>
    wordsOf(
      status,
      side,
      OrderFacts,
      [shareByDeadlineQuery({ id: 'o', due_at: 'x' }), 15_000],
      [settlementPreview(key, 'o', 15_000), half],
    )
  expect(words('in_revision', 'brand')).toContain('Back in your wallet $165.00')
  expect(words('in_revision', 'kol')).toContain('You get $135.00')
  expect(words('disputed', 'kol')).not.toContain('$135.00')
})
