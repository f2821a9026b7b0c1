import { expect, test } from 'vitest'
import type { Order } from '@/domain/orders/order-query.ts'
import orders from '@/locales/en/orders.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { tipBoundsQuery } from '../queries.ts'
import { RefusedAction } from './refused-action.tsx'

giveWords({ orders })

test('if the wallet cannot pay a tip, the reason names the wallet, its balance and the smallest tip', () => {
  const html = htmlOf(
    <RefusedAction
      order={{ id: 'o', currency: 'USD' } as Order}
      words="tip"
      refusal="insufficient_funds"
    />,
    [tipBoundsQuery('o'), { least_minor: 100, most_minor: 40 }],
  )
  expect(html).toContain(
    'A tip comes out of your USD wallet, which has $0.40 to spend. The least tip is $1.00.',
  )
})
