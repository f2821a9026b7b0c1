import { expect, it } from 'vitest'
import { byDay } from './days.ts'

const at = (day: number, hour: number) => ({ due_at: new Date(2030, 0, day, hour).toISOString() })

it('byDay sorts deadlines and groups those of one day', () => {
  const days = byDay([at(2, 9), at(1, 23), at(1, 1)])
  expect(days.map(({ deadlines }) => deadlines)).toEqual([[at(1, 1), at(1, 23)], [at(2, 9)]])
  expect(days[0]?.date.getDate()).toBe(1)
})

it('byDay returns no days without deadlines', () => {
  expect(byDay([])).toEqual([])
})
