import { expect, it } from 'vitest'
import { byDay } from './days.ts'

const at = (day: number, hour: number) => ({ due_at: new Date(2030, 0, day, hour).toISOString() })

it('days are sorted, and deadlines of one day are in one group', () => {
  const days = byDay([at(2, 9), at(1, 23), at(1, 1)])
  expect(days.map(({ deadlines }) => deadlines)).toEqual([[at(1, 1), at(1, 23)], [at(2, 9)]])
  expect(days[0]?.date.getDate()).toBe(1)
})

it('without deadlines there is no day', () => {
  expect(byDay([])).toEqual([])
})
