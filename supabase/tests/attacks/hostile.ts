/** Values that no honest client sends, by the declared type of the argument. */

const MEGABYTE = 'x'.repeat(1024 * 1024)
/** Many combining marks in the wrong order. Without a limit of length, Postgres takes most of an hour to normalise them. */
const MARKS = `a${'\u0301'.repeat(250_000)}${'\u0316'.repeat(250_000)}`
/** 2^63 - 1024 is the largest number of JavaScript that fits a bigint. */
const LARGEST = 9_223_372_036_854_774_784
const NOBODY = '00000000-0000-0000-0000-000000000000'
const INJECTION = `'); drop table public.profiles; --`

const wrongTypes: unknown[] = [null, true, {}, [], '', 'text', { a: { b: [1, { c: null }] } }]

const numbers: unknown[] = [
  [0, -1, 1.5, LARGEST, -LARGEST, 1e30, -1e30, 5e-324],
  ['9223372036854775807', '9223372036854775808', '-9223372036854775808', '1e400', '1e30'],
  ['NaN', 'Infinity', '-Infinity', '0x10', '1; select 1', '1\u0000', ' 1 '],
].flat()
const texts: unknown[] = [
  [' ', '\t\n', MEGABYTE, MARKS, 'a\u0000b', '\u202e\u202d', '\ud800', '\u200b', '\u001b[31m'],
  [INJECTION, `' or '1'='1`, '%', '_', '\\', '$$', '{}', '../../etc/passwd', '%00', '=cmd()'],
  ['<script>alert(1)</script>', 'javascript:alert(1)', '🧨'.repeat(100), 'a'.repeat(5000), 42],
].flat()
const moments: unknown[] = [
  ['infinity', '-infinity', '294277-01-01', '4714-11-24 BC', '0000-00-00', 'epoch', '24:00'],
  ['2026-02-30', '1e18', 0, -1, 1e18, 'now; select 1', '2040-01-01T00:00:00+99:00'],
].flat()

/** JSON nested this many levels deep. */
function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

const documents: unknown[] = [
  0,
  'text',
  [[]],
  nested(400),
  { ['\u0000']: 1 },
  { a: '\u0000' },
  { ['']: '' },
  JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}'),
  { searchTerm: MEGABYTE },
  { searchTerm: MARKS },
  { searchTerm: {}, rating: 'NaN', platforms: 'x', followersRanges: [null] },
  Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, i])),
]

/** Hostile values for one argument; `ids` belong to other members. */
export function hostile(type: string, ids: readonly string[]): unknown[] {
  if (type.endsWith('[]')) {
    const one = hostile(type.slice(0, -2), ids)
    return [...wrongTypes, [null], [[null]], Array(5000).fill(one[0]), ...one.map((item) => [item])]
  }
  return [...wrongTypes, ...valuesOf(type, ids)]
}

/** Copies of a valid document, each with one hostile part. */
export function hostileWithin(document: unknown): unknown[] {
  if (Array.isArray(document))
    return document.slice(0, 1).flatMap((first) => hostileWithin(first).map((each) => [each]))
  if (document === null || typeof document !== 'object') return []
  return Object.entries(document).flatMap(([key, part]) => {
    const within = hostileWithin(part)
    const values = within.length > 0 ? within : [...wrongTypes, ...numbers, ...texts, ...moments]
    return values.map((value) => ({ ...document, [key]: value }))
  })
}

function valuesOf(type: string, ids: readonly string[]): unknown[] {
  if (/^(smallint|integer|bigint|numeric|double precision|real)$/.test(type)) return numbers
  if (type === 'uuid') return [...ids, NOBODY, 1, INJECTION, `${NOBODY}\u0000`, NOBODY.slice(1)]
  if (/^jsonb?$/.test(type)) return documents
  if (/^(timestamp|date|interval)/.test(type)) return moments
  return type === 'boolean' ? ['maybe', 2, -1, 'NaN'] : texts
}
