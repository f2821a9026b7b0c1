import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { firstLocale, LOCALES } from './locales.ts'

const folder = join(import.meta.dirname, '..', '..', 'locales')
const source = join(import.meta.dirname, '..', '..')
const read = (locale: string, file: string): unknown =>
  JSON.parse(readFileSync(join(folder, locale, file), 'utf8'))
const english = readdirSync(join(folder, 'en'))

/** Suffix of a plural form. Languages differ in their forms, but not in the keys without the suffix. */
const FORM = /_(zero|one|two|few|many|other)$/
const baseOf = (key: string) => key.replace(FORM, '')

/** Every text by its full key; the entries of a list have their place as the last part. */
function textsOf(words: unknown, prefix = ''): Map<string, string> {
  if (typeof words === 'string') return new Map([[prefix, words]])
  return new Map(
    Object.entries(words as object).flatMap(([key, value]) => [
      ...textsOf(value, prefix ? `${prefix}.${key}` : key),
    ]),
  )
}

const keysOf = (words: unknown) => [...new Set([...textsOf(words).keys()].map(baseOf))].toSorted()

/** Variables and tags of a text: `{{name}}`, `<terms>`. */
const placesOf = (text: string) =>
  [...new Set((text.match(/\{\{\w+(?:, number)?\}\}|<\/?\w+>/g) ?? []).map(withoutUnit))].toSorted()

/** Removes the unit of a variable, because a language without plurals of units may use the number alone. */
const withoutUnit = (place: string) => place.replace(/(?:_hours|_days)+\}\}$/, '}}')

/** Variables that a text must contain. The plural forms for none and one may omit `{{count}}`, as in "once more". */
const placesIn = (key: string, text: string) =>
  placesOf(text).filter((place) => place !== '{{count}}' || !/_(zero|one)$/.test(key))

/** Texts that are correct although they equal the English one. */
const SHARED: Record<string, readonly string[]> = {
  es: [
    'no',
    'Brief',
    'DeFi',
    'Trading',
    'Memecoins',
    'Pack',
    'Packs',
    'Total',
    'Spam',
    'Blog',
    'Extras',
    'Extra {{number}}',
  ],
  tr: ['Brief', 'DeFi', 'Platform', 'Spam', 'Blog', '“{{term}}”'],
}
const SHARED_BY_ALL = [
  'IBAN',
  'Kolpact',
  '{{rating}}+',
  '{{hold_new_days}}',
  '{{hold_normal_days}}',
  '{{hold_trusted_days}}',
]

const catalogue = JSON.parse(
  readFileSync(join(source, '..', '..', 'supabase', 'errors.json'), 'utf8'),
) as Record<string, { meaning: string }>

const others = LOCALES.map(({ code }) => code).filter((code) => code !== 'en')

const countKeys = (words: unknown): number =>
  words instanceof Object
    ? Object.values(words).reduce<number>(
        (sum, each) => sum + countKeys(each),
        Array.isArray(words) ? 0 : Object.keys(words).length,
      )
    : 0

// JSON.parse keeps only the last of two equal keys, and reports nothing.
test.each(LOCALES.map(({ code }) => code))(
  'no translation file of %s has a duplicate key',
  (code) => {
    for (const file of readdirSync(join(folder, code))) {
      const written = readFileSync(join(folder, code, file), 'utf8').match(/^\s*"[^"]+":/gm) ?? []
      expect(countKeys(read(code, file)), file).toBe(written.length)
    }
  },
)

test('the client offers exactly the languages that have translation files', () => {
  const folders = readdirSync(folder).filter((name) => !name.startsWith('.'))
  expect(LOCALES.map(({ code }) => code as string).toSorted()).toEqual(folders.toSorted())
})

describe.each(others)('the language %s', (locale) => {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories

  test('the language has a file for each English file, and one for the refusals of the database', () => {
    expect(readdirSync(join(folder, locale)).toSorted()).toEqual(
      [...english, 'refusals.json'].toSorted(),
    )
  })

  test('every refusal of the database has a translated text', () => {
    const refusals = textsOf(read(locale, 'refusals.json'))
    expect([...refusals.keys()].toSorted()).toEqual(Object.keys(catalogue).toSorted())
    for (const [token, text] of refusals) {
      expect(text.trim(), token).not.toBe('')
      expect(text, token).not.toBe(catalogue[token]?.meaning)
    }
  })

  describe.each(english)('%s', (file) => {
    const original = textsOf(read('en', file))
    const texts = textsOf(read(locale, file))
    const originalOf = (key: string) => original.get(key) ?? original.get(`${baseOf(key)}_other`)

    test('the translation file has the same keys as the English file', () => {
      expect(keysOf(read(locale, file))).toEqual(keysOf(read('en', file)))
    })

    test('a text with a count has every plural form of the language, or no form if all forms are equal', () => {
      const counted = [...original.keys()].filter((key) => key.endsWith('_one')).map(baseOf)
      for (const base of counted) {
        const wanted = [...forms, ...(original.has(`${base}_zero`) ? ['zero'] : [])]
        const found = [...texts.keys()].filter((key) => baseOf(key) === base)
        const keys = wanted.map((form) => [`${base}_${form}`, base].find((key) => texts.has(key)))
        expect(new Set(keys), base).toEqual(new Set(found))
        expect(new Set(found.map((key) => texts.get(key))).size, base).toBe(found.length)
      }
    })

    test('each translated text has the same variables as the English text', () => {
      for (const [key, text] of texts) {
        expect(placesIn(key, text), key).toEqual(placesIn(key, originalOf(key) ?? ''))
      }
    })

    test('each text is translated', () => {
      const shared = [...SHARED_BY_ALL, ...(SHARED[locale] ?? [])]
      for (const [key, text] of texts) {
        expect(text.trim(), key).not.toBe('')
      }
      const taken = [...texts].filter(([key, text]) => text === originalOf(key))
      const own = taken.filter(([, text]) => !shared.includes(text))
      expect(own, 'left in English; a word that both languages have goes into SHARED').toEqual([])
    })
  })
})

// Staff can change the numbers of settings, and "up to {{invite_quota}} invites" would be wrong for one. So a number is
// either a variable that contains its unit, such as {{review_window_hours}}, or the last word of its clause.
test.each(['en', 'es'])(
  'no text in %s has a plural noun after the number of a setting',
  (locale) => {
    const terms = readFileSync(join(source, 'domain', 'terms.generated.json'), 'utf8')
    const settings = Object.keys(JSON.parse(terms) as object).join('|')
    const plain = new RegExp(`\\{\\{(?:${settings})\\}\\}(?! ?%| USD|[.,;)]| (?:and|y) \\{\\{|$)`)
    const found = english.flatMap((file) =>
      [...textsOf(read(locale, file))].filter(([, text]) => plain.test(text)),
    )
    expect(found).toEqual([])
  },
)

/** Every value that a call of the client's source fills in. */
function valuesOfCalls(): Set<string> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  const calls = files
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .flatMap((file) => [
      ...readFileSync(join(source, file), 'utf8').matchAll(
        /\b\w+\(\s*(?:[^(){}]|\$\{[^}]*\})+,\s*\{([^}]*)\}|values=\{\{([^}]*)\}\}/g,
      ),
    ])
  return new Set(calls.flatMap(([, first, second]) => (first ?? second ?? '').match(/\w+/g) ?? []))
}

test('every variable of a text is a public setting or is filled in by a call in the client', () => {
  const terms = readFileSync(join(source, 'domain', 'terms.generated.json'), 'utf8')
  const numbers = Object.keys(JSON.parse(terms) as object)
  const known = valuesOfCalls().add('attachment_max_size').add('video_max_size')
  for (const term of numbers) for (const end of ['', '_hours', '_days']) known.add(term + end)
  const named = LOCALES.flatMap(({ code }) => {
    const words = english.flatMap((file) => [...textsOf(read(code, file)).values()])
    return words.flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))
  })
  expect([...new Set(named)].filter((name) => !known.has(name ?? ''))).toEqual([])
})

/** Texts that the specification prescribes. */
const SPECIFIED = ['auth.json signup.success']

test.each([
  ['en', 'e-mail', /\bemails?\b/i],
  ['en', 'View Order', /\bView order\b/],
  ['en', 'On hold, of money', /\bPending\b/],
  ['es', 'etapa', /\bhitos?\b/i],
  ['es', 'retiro', /pagos? saliente|pagos? automático|cuentas? de cobro|tus cobros/i],
  ['tr', 'komisyon, of ours', /hizmet bedel|ücretleri?miz|ücret (?:fatura|alma)/i],
  ['tr', 'siz', /(?<!\p{L})(?:sen|sana|seni|senin|tarayıcın|bakiyen|paran)(?!\p{L})/iu],
  ['tr', 'üretici', /[iİ]çerik üretici/],
  ['tr', 'brief', /(?<!\p{L})brif/iu],
  ['tr', 'koşul', /(?<!\p{L})şart/iu],
  ['es', 'pack', /paquete/i],
])('texts in %s use no other word than "%s" for its meaning', (locale, _name, other) => {
  const found = english.flatMap((file) =>
    [...textsOf(read(locale, file))]
      .filter(([, text]) => other.test(text.replaceAll(/\{\{\w+\}\}/g, '')))
      .map(([key]) => `${file} ${key}`),
  )
  expect(found.filter((each) => !SPECIFIED.includes(each))).toEqual([])
})

test('no English text is empty', () => {
  for (const file of english) {
    for (const [key, text] of textsOf(read('en', file))) expect(text.trim(), key).not.toBe('')
  }
})

test('the language is the stored one, otherwise the first language of the browser that has texts', () => {
  expect(firstLocale('en', ['fr'])).toBe('en')
  expect(firstLocale('xx', ['fr-CA', 'en-GB'])).toBe('en')
  expect(firstLocale(null, [])).toBe('en')
  expect(firstLocale(null, ['fr-CA', 'es-MX', 'en'])).toBe('es')
  expect(firstLocale('tr', ['es'])).toBe('tr')
})

test.each([
  ['en', /(until|before) [^.;]*(accepts? the work|work [^.;]*is accepted)/i, 'settled'],
  ['es', /(hasta|antes de) que [^.;]*acept\w+ el trabajo/i, 'liqu'],
  ['tr', /(?<!\p{L})[İi]şi? kabul ed(ene|ilene|ilmeden)/u, 'kapan'],
] as const)(
  'each text in %s that says escrow lasts until acceptance also mentions a settlement',
  (locale, waits, settled) => {
    const texts = english.flatMap((file) => [...textsOf(read(locale, file)).values()])
    const waiting = texts.filter((text) => waits.test(text))
    expect(waiting.length).toBeGreaterThan(8)
    expect(waiting.filter((text) => !text.includes(settled))).toEqual([])
  },
)

test('each state of an order has a name of its own in every language, so that a list tells them apart', () => {
  for (const { code } of LOCALES) {
    const names = [...textsOf(read(code, 'order-states.json'))].filter(([key]) =>
      key.endsWith('_name'),
    )
    expect(new Set(names.map(([, name]) => name)).size, code).toBe(names.length)
  }
})
