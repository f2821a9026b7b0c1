import fc from 'fast-check'
import { MEMBER_LISTS } from '../../../web/src/domain/vocabulary.generated.ts'
import { LISTS, YES_FILTERS, type Creator, type Filters, type Pack } from './filters.reference.ts'

const RANGES = ['0-1k', '1k-10k', '10k-100k', '100k-1m', '1m+']
const LANGUAGES = ['en', 'de', 'tr', 'zh']

// Texts are made of few pieces, so that search terms often match. The list has all pieces that are hard to search.
const PIECES = [
  'defi', 'De', 'FI', 'zq', 'q', 'z', 'AI', 'c#', '%', '_', '\\', '100%', 'a_b', '-', '.', ' ', '  ',
  '🚀', '区', '块链', 'Ünï', 'o\u0308', 'Ö', 'İ', 'ß', 'Σ', 'Ωmega', "'", '"', '(', '*', 'web3 ',
] // prettier-ignore
const text = (max: number) =>
  fc.array(fc.constantFrom(...PIECES), { maxLength: max }).map((pieces) => pieces.join(''))

const EDGES = [
  0, 1, 999, 1000, 1001, 9999, 10000, 10001, 99999, 100000, 100001, 999999, 1000000, 1000001,
]
const followers = fc.oneof(
  fc.constantFrom(...EDGES).map((total): Record<string, number> => ({ x: total })),
  // The filter compares the sum of the counts, which may be larger than a 32-bit number.
  fc.constantFrom(...EDGES.slice(1)).map((total) => ({ x: total - 1, medium: 1 })),
  fc.constant({ x: 9_999_999_999, youtube: 9_999_999_999 }),
)

// Prices near those of the filters, in cents, for both currencies.
const CENTS = [500, 999, 1000, 1001, 50_000]
const pack: fc.Arbitrary<Pack> = fc
  .record({
    price_minor: fc.constantFrom(...CENTS),
    currency: fc.constantFrom('USD', 'USDC'),
    delivery_days: fc.constantFrom(1, 3, 4, 90),
    is_published: fc.boolean(),
  })
  .map((one) =>
    one.currency === 'USD'
      ? one
      : { ...one, price_minor: (one.price_minor + (one.delivery_days % 2)) * 10_000 },
  )

export const creator: fc.Arbitrary<Creator> = fc.record({
  display_name: text(6).map((name) => `N${name}`.slice(0, 50).trim() + 'n'),
  bio: fc.array(text(5), { maxLength: 3 }).map((lines) => lines.join('\n')),
  expertise: fc.array(
    text(3).map((item) => `${item}e`.trim()),
    { maxLength: 3 },
  ),
  language: fc.constantFrom(...LANGUAGES),
  other_languages: fc.uniqueArray(fc.constantFrom(...LANGUAGES), { maxLength: 2 }),
  ...lists((words) => some(words, 1)),
  follower_counts: followers,
  rating: fc.option(fc.integer({ min: 100, max: 500 }).map((hundredths) => hundredths / 100)),
  ...each(
    YES_FILTERS.map(([, column]) => column),
    fc.boolean(),
  ),
  packs: fc.array(pack, { maxLength: 3 }),
})

const ANY: { [Key in keyof Filters]-?: fc.Arbitrary<Filters[Key]> } = {
  searchTerm: maybe(text(4).filter((term) => term.length <= 100)),
  language: maybe(fc.constantFrom('', ...LANGUAGES)),
  ...lists((words) => maybe(some(words, 0))),
  followersRanges: maybe(some(RANGES, 0)),
  rating: maybe(
    fc.oneof(
      fc.constantFrom(0, 0.001, 1, 4.5, 4.505, 5),
      fc.integer({ max: 5000, min: 0 }).map((n) => n / 1000),
    ),
  ),
  ...each(
    YES_FILTERS.map(([key]) => key),
    maybe(fc.boolean()),
  ),
  minPrice: maybe(fc.constantFrom(0, ...CENTS)),
  maxPrice: maybe(fc.constantFrom(0, ...CENTS)),
  maxDeliveryDays: maybe(fc.constantFrom(0, 1, 3, 89, 90)),
  emailNotifications: maybe(fc.boolean()),
}

/** Random filters; each one is absent, null, empty or set. */
export const filters: fc.Arbitrary<Filters> = fc.record(ANY, { requiredKeys: [] })

function each<Key extends string, T>(keys: Key[], value: T) {
  return Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, T>
}

function lists<T>(arbitraryOf: (words: string[]) => T) {
  return Object.fromEntries(
    LISTS.map((list) => [list, arbitraryOf([...MEMBER_LISTS[list]])]),
  ) as Record<(typeof LISTS)[number], T>
}

function maybe<T>(value: fc.Arbitrary<T>) {
  return fc.option(value, { freq: 3 })
}

function some(list: string[], minLength: number) {
  return fc.oneof(fc.subarray(list, { minLength, maxLength: 3 }), fc.subarray(list, { minLength }))
}
