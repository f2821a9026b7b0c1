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
    expect(partsOf(100, even, { from: 40, to: 48 }, [])).toEqual([
      { height: 2_000 },
      { from: 40, to: 48 },
      { height: 2_600 },
    ])
  })

  it('hold the row with the focus, before, within or after what is in sight', () => {
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

  it('hold several rows, each once and in order', () => {
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

  it('do not go beyond a list that became shorter', () => {
    expect(partsOf(10, even, { from: 40, to: 48 }, [44])).toEqual([{ height: 500 }])
    expect(partsOf(44, even, { from: 40, to: 48 }, []).at(-1)).toEqual({ from: 40, to: 44 })
  })
})

describe('the rows that came before those in the page', () => {
  const keys = Array.from({ length: 20 }, (_, number) => `key ${number}`)
  const seen = { from: 4, columns: 1, first: 'key 4' }

  it('are none when nothing changed, or the first one is gone', () => {
    expect(rowsBefore(keys, seen)).toBe(0)
    expect(rowsBefore(keys.slice(10), seen)).toBe(0)
  })

  it('are counted in entries of a list and in rows of a grid', () => {
    expect(rowsBefore([...'abcdef', ...keys], seen)).toBe(6)
    expect(rowsBefore(keys.slice(3), seen)).toBe(-3)
    const inGrid = { from: 2, columns: 2, first: 'key 4' }
    expect(rowsBefore([...'abcde', ...keys], inGrid)).toBe(2)
  })
})

describe('the place of a reader near the end', () => {
  const at = (scrollTop: number, scrollHeight = 5_000, clientHeight = 600) => ({
    scrollTop,
    scrollHeight,
    clientHeight,
  })

  it('is as far from it when the list grows, or its box shrinks', () => {
    expect(distanceToEnd(at(4_350))).toBe(50)
    expect(heldFromEnd(at(4_350), at(4_350, 5_300))).toBe(4_650)
    expect(heldFromEnd(at(4_350), at(4_350, 5_000, 400))).toBe(4_550)
  })

  it('follows when the browser itself scrolled because the content became shorter', () => {
    expect(heldFromEnd(at(4_400), at(4_000, 4_600))).toBe(4_000)
    expect(heldFromEnd(at(4_350), at(4_200, 4_800))).toBe(4_150)
  })

  it('stays at the end of a box that grew and shrank before anybody looked', () => {
    expect(heldFromEnd(at(4_400), at(4_100, 5_000, 850))).toBe(4_150)
    expect(heldFromEnd(at(4_400), at(4_000, 5_000, 850))).toBeNull()
    expect(heldFromEnd(at(4_350), at(4_100, 5_000, 850))).toBeNull()
  })

  it('stays when nothing changed, and when the reader scrolls up meanwhile', () => {
    expect(heldFromEnd(at(4_350), at(4_200))).toBeNull()
    expect(heldFromEnd(at(4_400), at(3_900, 5_300))).toBeNull()
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
