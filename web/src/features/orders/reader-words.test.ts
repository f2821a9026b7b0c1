import { expect, test } from 'vitest'
import en from '@/locales/en/orders.json'
import es from '@/locales/es/orders.json'
import tr from '@/locales/tr/orders.json'

test.each([
  ['English', en, /\bthe brand\b/i],
  ['Spanish', es, /\bla marca\b/i],
  ['Turkish', tr, /\bmarka/i],
])('a brand is spoken to, not about, in %s', (_, words, third) => {
  const toBrand = Object.entries(words).filter(([key]) => /(^|_)brand(_|$)/.test(key))
  const about = Object.keys(words).filter((key) => `${key}_brand` in words)
  // Texts about the money have a form for the brand beside the common one.
  const back = ['agree_cancel_text', 'in_escrow', 'late_ends', 'request_cancel_text']
  expect(about).toEqual(expect.arrayContaining([...back, 'work_ends', 'cancel_asked_by_other']))
  const wrong = toBrand.filter(([, text]) => third.test(text))
  expect(wrong).toEqual([])
})
