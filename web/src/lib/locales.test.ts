import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { firstLocale, LOCALES } from './locales.ts'

const folder = join(import.meta.dirname, '..', 'locales')
const source = join(import.meta.dirname, '..')
const read = (locale: string, file: string): unknown =>
  JSON.parse(readFileSync(join(folder, locale, file), 'utf8'))
const english = readdirSync(join(folder, 'en'))

/** Plural forms differ between languages: what they are forms of does not. */
const FORM = /_(zero|one|two|few|many|other)$/

function keysOf(words: unknown, prefix = ''): string[] {
  if (typeof words !== 'object' || words === null) return [prefix.replace(FORM, '')]
  return Object.entries(words).flatMap(([key, value]) =>
    keysOf(value, prefix ? `${prefix}.${key}` : key),
  )
}

function variablesOf(words: unknown): string[] {
  return [...new Set(JSON.stringify(words).match(/\{\{\w+\}\}/g) ?? [])].toSorted()
}

describe.each(readdirSync(folder).filter((locale) => locale !== 'en' && !locale.includes('.')))(
  '%s',
  (locale) => {
    test('is offered', () => {
      expect(LOCALES.map((each) => each.code as string)).toContain(locale)
    })

    test.each(english)('has all of %s', (file) => {
      const keys = (words: unknown) => [...new Set(keysOf(words))].toSorted()
      expect(keys(read(locale, file))).toEqual(keys(read('en', file)))
      expect(variablesOf(read(locale, file))).toEqual(variablesOf(read('en', file)))
    })

    test('has words for every refusal of the database', () => {
      const catalogue = JSON.parse(
        readFileSync(join(source, '..', '..', 'supabase', 'errors.json'), 'utf8'),
      ) as object
      expect(Object.keys(read(locale, 'refusals.json') as object).toSorted()).toEqual(
        Object.keys(catalogue).toSorted(),
      )
    })
  },
)

test('no English text is empty', () => {
  for (const file of english) expect(JSON.stringify(read('en', file)), file).not.toContain('""')
})

/** `t('key')` with a literal key, in one of the namespaces that its file names; built keys are not looked at. */
test('every literal key exists in English', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  )
  const known = new Map(
    english.map((file) => [file.replace('.json', ''), new Set(keysOf(read('en', file)))]),
  )
  const missing: string[] = []
  for (const file of files) {
    const text = readFileSync(join(source, file), 'utf8')
    const own = [...text.matchAll(/useTranslation\(\s*\[?'([\w-]+)'/g)].map(([, name = '']) => name)
    for (const [, key = ''] of text.matchAll(/\bt\(\s*'([\w:.-]+)'/g)) {
      const [namespace, name] = key.includes(':')
        ? (key.split(':') as [string, string])
        : [null, key]
      const places = namespace ? [namespace] : [...own, 'common']
      const isKnown = places.some((place) =>
        [...(known.get(place) ?? [])].some((each) => each === name || each.startsWith(`${name}.`)),
      )
      if (!isKnown && namespace !== 'refusals') missing.push(`${file}: ${key}`)
    }
  }
  expect(missing).toEqual([])
})

test('the language is the stored one, else the first that the browser wants and we speak', () => {
  expect(firstLocale('en', ['fr'])).toBe('en')
  expect(firstLocale('xx', ['fr-CA', 'en-GB'])).toBe('en')
  expect(firstLocale(null, [])).toBe('en')
})
