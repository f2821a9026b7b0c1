import { expect, test } from 'vitest'
import { periodsOf, seriesOf, spanOf } from './figures.ts'

test('the periods of a chart end with the present period, and each is given by the first day of its month or the Monday of its week', () => {
  const months = periodsOf('12m', new Date('2026-01-31T23:59:00Z'))
  expect(months).toHaveLength(12)
  expect([months[0], months.at(-1)]).toEqual(['2025-02-01', '2026-01-01'])
  const sunday = periodsOf('26w', new Date('2026-03-01T12:00:00Z'))
  expect(sunday.slice(-2)).toEqual(['2026-02-16', '2026-02-23'])
  expect(periodsOf('26w', new Date('2026-03-02T00:00:00Z')).at(-1)).toBe('2026-03-02')
  expect(spanOf('century')).toBe('12m')
})

test('each group of a chart has an amount for each period, and the group of all others is last', () => {
  const figure = (period: string, group: string | null, amount_minor: number) => ({
    period,
    currency: 'USD',
    group_id: group,
    group_name: group,
    amount_minor,
  })
  const series = seriesOf(
    [figure('a', null, 90), figure('a', 'Ann', 5), figure('b', 'Ben', 7), figure('c', 'Ann', 1)],
    ['a', 'b', 'c'],
  )
  expect(series.map(({ name, amounts, sum }) => [name, amounts, sum])).toEqual([
    ['Ben', [0, 7, 0], 7],
    ['Ann', [5, 0, 1], 6],
    [null, [90, 0, 0], 90],
  ])
})
