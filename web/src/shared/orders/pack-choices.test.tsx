import { expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import promise from '@/locales/en/promise.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { PackChoices } from './pack-choices.tsx'

giveWords({ common, promise })

test('the pack itself is told from a tier that its creator calls "Basic"', () => {
  const offer = { price_minor: 25_000, delivery_days: 5, revisions: 1 }
  const pack = {
    ...offer,
    currency: 'USD',
    tiers: [{ ...offer, name: 'Basic', price_minor: 40_000 }],
  }
  const names = [...htmlOf(<PackChoices pack={pack} />).matchAll(/<strong[^>]*>([^<]*)</g)]
  expect(names.map(([, name]) => name)).toEqual(['The pack itself', 'Basic'])
})
