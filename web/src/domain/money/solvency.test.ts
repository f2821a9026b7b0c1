import { expect, test } from 'vitest'
import { heldSince, solvencyStateOf, worstSolvency } from './solvency.ts'

const line = (state: string, held_at: string | null = null, owed_minor = 1) => ({
  currency: 'USD',
  held_minor: 1,
  owed_minor,
  held_at,
  state,
})

test('an unknown state of solvency counts as old, not as covered', () => {
  expect(
    ['covered', 'short', 'old', 'unknown', 'state of tomorrow'].map((state) =>
      solvencyStateOf({ state }),
    ),
  ).toEqual(['covered', 'short', 'old', 'old', 'old'])
})

test('the solvency state of several currencies is the worst of their states', () => {
  expect(worstSolvency([line('covered'), line('covered')])).toBe('covered')
  expect(worstSolvency([line('covered'), line('old')])).toBe('old')
  expect(worstSolvency([line('old'), line('short'), line('covered')])).toBe('short')
})

test('heldSince returns the time of the oldest report for a currency in which money is owed', () => {
  const newer = '2026-11-26T10:00:00+00:00'
  const older = '2026-11-26T09:00:00+00:00'
  expect(heldSince([line('covered', newer), line('covered', older)])).toBe(older)
  expect(heldSince([line('covered', newer), line('covered', older, 0)])).toBe(newer)
  expect(heldSince([line('unknown')])).toBeNull()
})
