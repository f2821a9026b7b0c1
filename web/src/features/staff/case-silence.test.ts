import { expect, test } from 'vitest'
import { DEFAULT_TERMS } from '@/domain/terms.ts'
import { caseSilence } from './case-silence.ts'

const terms = { ...DEFAULT_TERMS, ruling_window: 48, ruling_grace: 24 }
const due_at = '2030-01-10T12:00:00.000Z'
const silenceOf = (status: Parameters<typeof caseSilence>[0]['status'], share: number | null) =>
  caseSilence({ status, due_at }, share, terms)

test('a dispute without a share by its deadline says until when staff have to rule', () => {
  expect(silenceOf('disputed', null)).toEqual({
    at: due_at,
    textKey: 'staff:case_silence_staff',
    until: '2030-01-13T12:00:00.000Z',
  })
})

test.each([
  ['disputed', 'staff:case_silence_bound', due_at],
  ['awaiting_ruling', 'orders:silence_rule', '2030-01-11T12:00:00.000Z'],
  ['ruled', 'orders:silence_paid', due_at],
  ['appealed', 'orders:silence_ruling', '2030-01-11T12:00:00.000Z'],
] as const)(
  'a case in the state %s says what happens if nobody acts: %s',
  (status, textKey, at) => {
    expect(silenceOf(status, 0)).toEqual({ at, textKey })
  },
)

test('caseSilence returns no text while the time limit is paused, and after the end', () => {
  expect(caseSilence({ status: 'appealed', due_at: null }, 0, terms)).toBeNull()
  expect(silenceOf('settled', null)).toBeNull()
})
