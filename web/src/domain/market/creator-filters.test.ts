import { describe, expect, it } from 'vitest'
import {
  changedFilters,
  cleanFilters,
  countFilters,
  filtersFromParams,
  filterParts,
  filtersFromJson,
  filtersToParams,
  sortFromParams,
  type CreatorFilters,
} from './creator-filters.ts'

const full: CreatorFilters = {
  searchTerm: 'c# & 50% + "layer 2"',
  language: 'pt',
  platforms: ['x', 'youtube'],
  categories: ['defi'],
  followersRanges: ['10k-100k', '1m+'],
  rating: 4.5,
  verified: true,
  minPrice: 12_550,
  maxPrice: 100_000,
  maxDeliveryDays: 7,
}

describe('filters in the URL', () => {
  it('filters in a URL are read back as they were written', () => {
    const link = filtersToParams(full).toString()
    expect(filtersFromParams(new URLSearchParams(link))).toEqual(full)
  })

  it('filters that are not set leave the URL empty', () => {
    const empty = { searchTerm: '  ', platforms: [], verified: false, rating: 0 }
    expect(filtersToParams(empty).toString()).toBe('')
    expect(filtersFromParams(new URLSearchParams())).toEqual({})
  })

  it('filters make the same link in whatever order they are chosen', () => {
    const a = filtersToParams({ platforms: ['youtube', 'x'], followersRanges: ['1m+', '0-1k'] })
    const b = filtersToParams({ platforms: ['x', 'youtube'], followersRanges: ['0-1k', '1m+'] })
    expect(a.toString()).toBe(b.toString())
  })

  it('invalid parts of a damaged link are ignored', () => {
    const link = 'platforms=x,x,<b>,&followers=5k,1m+&rating=nine&verified=yes&sort=cheapest'
    const params = new URLSearchParams(link)
    expect(filtersFromParams(params)).toEqual({ platforms: ['x'], followersRanges: ['1m+'] })
    expect(sortFromParams(params)).toBe('rating')
  })

  it('prices in a URL are in dollars, and are read as cents', () => {
    const link = filtersToParams({ minPrice: 12_550, maxPrice: 29 }).toString()
    expect(link).toBe('min_price=125.5&max_price=0.29')
    expect(filtersFromParams(new URLSearchParams(link))).toEqual({ minPrice: 12_550, maxPrice: 29 })
  })

  it('prices and delivery times that the form does not offer are ignored in a URL', () => {
    for (const link of [
      'max_price=1e3',
      'max_price=-1',
      'min_price=1.999',
      'min_price=0',
      'max_price=9999999999',
    ])
      expect(filtersFromParams(new URLSearchParams(link)), link).toEqual({})
    for (const days of ['0', '91', '1.5', 'soon', '-3'])
      expect(filtersFromParams(new URLSearchParams({ days }))).toEqual({})
  })

  it('a rating outside one to five is ignored in a URL', () => {
    for (const rating of ['-1', '0', '6', 'NaN', 'Infinity'])
      expect(filtersFromParams(new URLSearchParams({ rating }))).toEqual({})
  })
})

describe('the sort order in the URL', () => {
  it('the default sort order with a search term is relevance, and the URL contains only another order', () => {
    expect(sortFromParams(new URLSearchParams('q=nft'))).toBe('relevance')
    expect(filtersToParams({ searchTerm: 'nft' }, 'relevance').has('sort')).toBe(false)
    expect(filtersToParams({ searchTerm: 'nft' }, 'rating').get('sort')).toBe('rating')
  })
})

describe('countFilters', () => {
  it('countFilters counts each chosen value of a list', () => {
    expect(countFilters(full)).toBe(12)
    expect(countFilters({})).toBe(0)
  })
})

describe('cleanFilters', () => {
  it('cleanFilters cuts a search term to 100 characters', () => {
    expect(cleanFilters({ searchTerm: 'x'.repeat(500) }).searchTerm).toHaveLength(100)
  })
})

it('changedFilters returns the changed filters, and undefined for the removed ones', () => {
  const start: CreatorFilters = { platforms: ['x'], rating: 4, verified: true }
  const next: CreatorFilters = { platforms: ['youtube', 'x'], rating: 4, verified: false }
  expect(changedFilters(start, next)).toStrictEqual({
    platforms: ['x', 'youtube'],
    verified: undefined,
  })
  expect(changedFilters(start, { ...start, language: '' })).toEqual({})
})

describe('filterParts', () => {
  it('filterParts returns each chosen value with the filters that remain without it', () => {
    const parts = filterParts({ platforms: ['x', 'youtube'], verified: true })
    expect(parts.map((part) => [part.kind, part.value])).toEqual([
      ['platforms', 'x'],
      ['platforms', 'youtube'],
      ['verified', 'true'],
    ])
    expect(parts[0]?.rest).toEqual({ platforms: ['youtube'], verified: true })
    expect(parts[2]?.rest).toEqual({ platforms: ['x', 'youtube'] })
  })
})

describe('filtersFromJson', () => {
  it('filtersFromJson returns no filters for a value that is not an object', () => {
    expect(filtersFromJson(null)).toEqual({ emailNotifications: false })
    expect(filtersFromJson({ rating: 4, emailNotifications: true })).toEqual({
      rating: 4,
      emailNotifications: true,
    })
  })
})
