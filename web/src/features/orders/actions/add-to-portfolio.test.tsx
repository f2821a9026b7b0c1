import { expect, test } from 'vitest'
import type { Order } from '@/domain/orders/order-query.ts'
import orders from '@/locales/en/orders.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { showingQuery } from '../queries.ts'
import { AskedToShow } from './add-to-portfolio.tsx'
import type { OrderAction } from './order-actions-query.ts'

giveWords({ orders })

test.each([
  ['2026-11-28', true, true],
  [null, true, false],
  ['2026-11-28', false, false],
])(
  'if the creator asked at %s to show the work and the brand may allow it (%s), the brand reads the request: %s',
  (asked_at, allowed, says) => {
    const html = htmlOf(
      <AskedToShow
        order={{ id: 'order' } as Order}
        actions={[{ action: 'allow_to_show_work', allowed } as OrderAction]}
        otherName="Kim"
      />,
      [showingQuery('order'), { asked_at }],
    )
    expect(html.includes('Kim asks to show this work')).toBe(says)
  },
)
