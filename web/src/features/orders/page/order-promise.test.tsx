import { expect, test } from 'vitest'
import type { Order } from '@/domain/orders/order-query.ts'
import promise from '@/locales/en/promise.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { offerOfOrderQuery, type OfferOfOrder } from '../queries.ts'
import { OrderPromise } from './order-promise.tsx'

giveWords({ promise })

const offered = '2030-01-01T10:00:00.000Z'
const placed = '2030-01-02T10:00:00.000Z'
const accepted = '2030-01-03T10:00:00.000Z'

/** The lines about who agreed to the terms: for each side whether it has agreed, the text, and the time. */
function linesOf(
  order: Pick<Order, 'offer_id' | 'starts_when_paid' | 'creator_agreed_at'>,
  offer?: OfferOfOrder | null,
) {
  const whole = { ...order, id: 'o', brand_id: 'b', kol_id: 'k', created_at: placed, terms: null }
  const html = htmlOf(
    <OrderPromise order={whole as Order} names={{ brand: 'Bea', kol: 'Kim' }} />,
    [offerOfOrderQuery(whole), offer],
  )
  return [
    ...html.matchAll(/<li><svg[^>]*lucide-(circle-check|clock).*?<span>([^<]*)(.*?)<\/li>/gs),
  ].map(([, icon, words, rest]) => [
    icon === 'circle-check',
    words?.replace(' · ', ''),
    /datetime="([^"]*)"/i.exec(rest ?? '')?.[1],
  ])
}

const byOffer = { offer_id: 'f', starts_when_paid: true, creator_agreed_at: null }

test.each<[what: string, ...Parameters<typeof linesOf>, brand: unknown[], creator: unknown[]]>([
  [
    "a creator's offer",
    byOffer,
    { author_id: 'k', created_at: offered },
    [true, 'Agreed by Bea', placed],
    [true, 'Agreed by Kim with the offer', offered],
  ],
  [
    "a brand's offer",
    { ...byOffer, creator_agreed_at: accepted },
    { author_id: 'b', created_at: offered },
    [true, 'Agreed by Bea', offered],
    [true, 'Agreed by Kim with the offer', placed],
  ],
  [
    'an offer that staff cannot read',
    byOffer,
    null,
    [true, 'Agreed by Bea', placed],
    [true, 'Agreed by Kim with the offer', undefined],
  ],
  [
    'an offer with a new brief',
    { ...byOffer, starts_when_paid: false },
    { author_id: 'k', created_at: offered },
    [true, 'Agreed by Bea', placed],
    [false, 'Kim agrees by accepting the order', undefined],
  ],
  [
    'a pack',
    { offer_id: null, starts_when_paid: false, creator_agreed_at: accepted },
    undefined,
    [true, 'Agreed by Bea', placed],
    [true, 'Agreed by Kim', accepted],
  ],
])('an order of %s says who agreed, how and when', (_what, order, offer, brand, creator) => {
  expect(linesOf(order, offer)).toEqual([brand, creator])
})
