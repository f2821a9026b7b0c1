import { expect, test } from 'vitest'
import { changedTerms, orChangedTerms } from './changed-terms.ts'

const terms = (price_minor: number) => ({ title: 'One thread', price_minor, terms_hash: 'h' })
const refusal = (details: unknown) => ({
  code: 'PT409',
  message: 'terms_changed',
  details: JSON.stringify(details),
})

test('a refusal because of changed terms contains the shown terms and the present ones', async () => {
  const both = { seen: terms(1), now: terms(2) }
  expect(changedTerms(refusal(both))).toEqual(both)
  expect(changedTerms(refusal({ seen: null, now: terms(2) }))).toEqual({
    seen: null,
    now: terms(2),
  })
  await expect(orChangedTerms(Promise.reject(refusal(both)))).resolves.toEqual({ changed: both })
})

test('orChangedTerms returns results and rejects with other errors unchanged', async () => {
  expect(changedTerms(refusal(null))).toBeNull()
  expect(changedTerms({ ...refusal(null), message: 'own_pack' })).toBeNull()
  const other = { code: 'PT409', message: 'own_pack' }
  await expect(orChangedTerms(Promise.reject(other))).rejects.toBe(other)
  await expect(orChangedTerms(Promise.resolve(7))).resolves.toBe(7)
})
