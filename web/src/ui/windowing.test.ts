import { describe, expect, it } from 'vitest'
import {
  heldFromEnd,
  Heights,
  partsOf,
  distanceToEnd,
  rowsAround,
  rowsBefore,
  rowsBetween,
} from './windowing.ts'

const even = () => 50

describe('rowsBetween', () => {
  it('rowsBetween returns the rows between two distances from the start, rounded to whole groups', () => {
    expect(rowsBetween(10_000, even, 0, 1_000)).toEqual({ from: 0, to: 24 })
    expect(rowsBetween(10_000, even, 250_000, 251_000)).toEqual({ from: 5_000, to: 5_024 })
  })

  it('rowsBetween returns the last rows for distances beyond the end, and the first rows before the start', () => {
    expect(rowsBetween(100, even, 9_000, 10_000)).toEqual({ from: 96, to: 100 })
    expect(rowsBetween(100, even, -2_000, -1_000)).toEqual({ from: 0, to: 8 })
  })

  it('rowsBetween returns no rows of an empty list', () => {
    expect(rowsBetween(0, even, 0, 1_000)).toEqual({ from: 0, to: 0 })
  })
})

describe('rowsAround', () => {
  it('rowsAround counts from the measured position of a visible row, with estimated heights of the others', () => {
    const seen = { row: 5_000, top: 100 }
    const around = (height: number) => rowsAround(10_000, () => height, seen, -500, 1_000)
    expect(around(50)).toEqual({ from: 4_984, to: 5_024 })
    expect(around(100)).toEqual({ from: 4_992, to: 5_016 })
  })

  it('rowsAround does not go beyond the ends of the list', () => {
    expect(rowsAround(10, even, { row: 9, top: 0 }, -10_000, 10_000)).toEqual({ from: 0, to: 10 })
  })
})

describe('partsOf', () => {
  it('partsOf returns the rendered rows, and gaps with the heights of all other rows', () => {
    expect(partsOf(100, even, { from: 40, to: 48 }, [])).toEqual([
      { height: 2_000 },
      { from: 40, to: 48 },
      { height: 2_600 },
    ])
  })

  it('partsOf includes the row with the focus before, within or after the visible rows', () => {
    const span = { from: 40, to: 48 }
    expect(partsOf(100, even, span, [3])).toEqual([
      { height: 150 },
      { from: 3, to: 4 },
      { height: 1_800 },
      span,
      { height: 2_600 },
    ])
    expect(partsOf(100, even, span, [44])).toHaveLength(3)
    expect(partsOf(100, even, span, [99]).at(-1)).toEqual({ from: 99, to: 100 })
  })

  it('partsOf includes several single rows, each once and in order', () => {
    expect(partsOf(100, even, { from: 40, to: 48 }, [60, 3, -1, 3, 100])).toEqual([
      { height: 150 },
      { from: 3, to: 4 },
      { height: 1_800 },
      { from: 40, to: 48 },
      { height: 600 },
      { from: 60, to: 61 },
      { height: 1_950 },
    ])
  })

  it('partsOf does not go beyond the end of a list that has become shorter', () => {
    expect(partsOf(10, even, { from: 40, to: 48 }, [44])).toEqual([{ height: 500 }])
    expect(partsOf(44, even, { from: 40, to: 48 }, []).at(-1)).toEqual({ from: 40, to: 44 })
  })
})

describe('rowsBefore', () => {
  const keys = Array.from({ length: 20 }, (_, number) => `key ${number}`)
  const seen = { from: 4, columns: 1, first: 'key 4' }

  it('rowsBefore is zero if nothing has changed or the first rendered row is no longer in the list', () => {
    expect(rowsBefore(keys, seen)).toBe(0)
    expect(rowsBefore(keys.slice(10), seen)).toBe(0)
  })

  it('rowsBefore counts rows that were added before the first rendered row, negative for removed rows', () => {
    expect(rowsBefore([...'abcdef', ...keys], seen)).toBe(6)
    expect(rowsBefore(keys.slice(3), seen)).toBe(-3)
    const inGrid = { from: 2, columns: 2, first: 'key 4' }
    expect(rowsBefore([...'abcde', ...keys], inGrid)).toBe(2)
  })
})

describe('heldFromEnd', () => {
  const at = (scrollTop: number, scrollHeight = 5_000, clientHeight = 600) => ({
    scrollTop,
    scrollHeight,
    clientHeight,
  })

  it('a reader near the end keeps the distance from it when the list grows or its box shrinks', () => {
    expect(distanceToEnd(at(4_350))).toBe(50)
    expect(heldFromEnd(at(4_350), at(4_350, 5_300))).toBe(4_650)
    expect(heldFromEnd(at(4_350), at(4_350, 5_000, 400))).toBe(4_550)
  })

  it('a reader near the end keeps the distance after the browser itself has scrolled in a shorter list', () => {
    expect(heldFromEnd(at(4_400), at(4_000, 4_600))).toBe(4_000)
    expect(heldFromEnd(at(4_350), at(4_200, 4_800))).toBe(4_150)
  })

  it('a reader stays at the end of a box that grew and shrank between two measurements', () => {
    expect(heldFromEnd(at(4_400), at(4_100, 5_000, 850))).toBe(4_150)
    expect(heldFromEnd(at(4_400), at(4_000, 5_000, 850))).toBeNull()
    expect(heldFromEnd(at(4_350), at(4_100, 5_000, 850))).toBeNull()
  })

  it('the scroll position is kept if no height has changed or the reader has scrolled up meanwhile', () => {
    expect(heldFromEnd(at(4_350), at(4_200))).toBeNull()
    expect(heldFromEnd(at(4_400), at(3_900, 5_300))).toBeNull()
  })
})

describe('Heights', () => {
  it('an unmeasured row has the mean of the measured heights, and the default after a change of width', () => {
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
