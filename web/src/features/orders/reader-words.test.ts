import { expect, test } from 'vitest'
import enStates from '@/locales/en/order-states.json'
import en from '@/locales/en/orders.json'
import esStates from '@/locales/es/order-states.json'
import es from '@/locales/es/orders.json'
import trStates from '@/locales/tr/order-states.json'
import tr from '@/locales/tr/orders.json'

const LANGUAGES = [
  ['English', en, enStates, /\bthe brand\b/i, 'milestone'],
  ['Spanish', es, esStates, /\bla marca\b/i, 'etapa'],
  ['Turkish', tr, trStates, /\bmarka/i, 'aşamala'],
] as const

test.each(LANGUAGES)(
  'texts for brands in %s address the reader and do not say "the brand"',
  (_, words, states, third) => {
    const toBrand = Object.entries({ ...words, ...states }).filter(([key]) =>
      /(^|_)brand(_|$)/.test(key),
    )
    const about = Object.keys(words).filter((key) => `${key}_brand` in words)
    // These texts about the money need a variant for the brand.
    const back = ['agree_cancel_text', 'in_escrow', 'request_cancel_text', 'cancel_asked_by_other']
    expect(about).toEqual(expect.arrayContaining(back))
    const wrong = toBrand.filter(([, text]) => third.test(text))
    expect(wrong).toEqual([])
  },
)

test.each(LANGUAGES)(
  'texts in %s about the end of a dispute are true for every division of the money',
  (_, words, states, _third, milestone) => {
    // A side may get nothing, so these texts refer to the listed amounts.
    for (const text of [states.settled_brand_text, states.settled_kol_text])
      expect(text).toContain(words.as_ended)
    // private.split_by_rule divides only the open milestone.
    expect(words.rule_text.toLowerCase()).toContain(milestone)
  },
)
