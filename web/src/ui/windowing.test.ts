import { describe, expect, it } from 'vitest'
import { Heights, partsOf, rowsAround, rowsBetween } from './windowing.ts'

const even = () => 50

describe('the rows between two heights', () => {
  it('are those in sight, in whole groups', () => {
    expect(rowsBetween(10_000, even, 0, 1_000)).toEqual({ from: 0, to: 24 })
    expect(rowsBetween(10_000, even, 250_000, 251_000)).toEqual({ from: 5_000, to: 5_024 })
  })

  it('are the last ones below the end, and the first ones above the start', () => {
    expect(rowsBetween(100, even, 9_000, 10_000)).toEqual({ from: 96, to: 100 })
    expect(rowsBetween(100, even, -2_000, -1_000)).toEqual({ from: 0, to: 8 })
  })

  it('are none of an empty list', () => {
    expect(rowsBetween(0, even, 0, 1_000)).toEqual({ from: 0, to: 0 })
  })
})

describe('the rows around one in sight', () => {
  it('are counted from where it stands, whatever the others are thought to measure', () => {
    const seen = { row: 5_000, top: 100 }
    const around = (height: number) => rowsAround(10_000, () => height, seen, -500, 1_000)
    expect(around(50)).toEqual({ from: 4_984, to: 5_024 })
    expect(around(100)).toEqual({ from: 4_992, to: 5_016 })
  })

  it('end with the list', () => {
    expect(rowsAround(10, even, { row: 9, top: 0 }, -10_000, 10_000)).toEqual({ from: 0, to: 10 })
  })
})

describe('the parts of a list', () => {
  it('have the height of all rows together', () => {
    expect(partsOf(100, even, { from: 40, to: 48 }, null)).toEqual([
      { height: 2_000 },
      { from: 40, to: 48 },
      { height: 2_600 },
    ])
  })

  it('hold the row with the focus, before, within or after what is in sight', () => {
    const span = { from: 40, to: 48 }
    expect(partsOf(100, even, span, 3)).toEqual([
      { height: 150 },
      { from: 3, to: 4 },
      { height: 1_800 },
      span,
      { height: 2_600 },
    ])
    expect(partsOf(100, even, span, 44)).toHaveLength(3)
    expect(partsOf(100, even, span, 99).at(-1)).toEqual({ from: 99, to: 100 })
  })

  it('do not go beyond a list that became shorter', () => {
    expect(partsOf(10, even, { from: 40, to: 48 }, 44)).toEqual([{ height: 500 }])
    expect(partsOf(44, even, { from: 40, to: 48 }, null).at(-1)).toEqual({ from: 40, to: 44 })
  })
})

describe('heights', () => {
  it('of rows that were not seen are the mean of the others, and of none after a change of width', () => {
    const heights = new Heights()
    const guessed = heights.get('a')
    heights.setWidth(390)
    heights.set('a', 40)
    heights.set('b', 80)
    heights.set('b', 60)
    expect(heights.get('c')).toBe(50)
    heights.setWidth(390)
    expect(heights.get('a')).toBe(40)
    heights.setWidth(1440)
    expect(heights.get('a')).toBe(guessed)
  })
})
