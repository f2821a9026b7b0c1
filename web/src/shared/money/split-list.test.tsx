import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import { giveWords } from '@/ui/testing.tsx'
import { SplitList } from './split-list.tsx'

giveWords({ common })

const rows = (side: 'brand' | 'kol' | null) => {
  // A milestone of 200.00 with a creator's fee of 10 % and a brand's fee of 5 %.
  const split = {
    total_minor: 21_000,
    held_fee_minor: 1_000,
    creator_minor: 18_000,
    creator_fee_minor: 2_000,
    buyer_fee_minor: 1_000,
    brand_minor: 0,
  }
  const html = renderToStaticMarkup(<SplitList split={split} currency="USD" side={side} />)
  return [...html.matchAll(/<div([^>]*)><dt>([^<]*)<.*?>([^<]+)<\/span>/g)].map(
    ([, attributes, label, amount]) =>
      `${attributes?.includes('data-line') ? '| ' : ''}${label} ${amount}`,
  )
}

test('the list shows the released amounts, then a line, and below it the creator and both fees', () => {
  expect(rows('brand')).toEqual([
    'From escrow $200.00',
    'Service fee, held beside it $10.00',
    '| The creator gets $180.00',
    'Our fee, from the creator&#x27;s share $20.00',
    'Our fee, from the brand $10.00',
  ])
  expect(rows('kol')[2]).toBe('| You get $180.00')
})
