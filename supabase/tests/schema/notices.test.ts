// The catalogue of notices, its languages and the code that raises its events agree in both
// directions.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../../scripts/project.ts'
import { LOCALES } from '../../../web/src/lib/i18n/locales.ts'
import { languageOf } from '../../functions/send-emails/words.ts'
import { noticeEvents } from '../../notices/events.ts'
import { pages } from '../../notices/pages.ts'
import type { Text } from '../../notices/render.ts'

type Texts = { [key: string]: Text | Texts }
type Catalogue = { events: Texts; email: { pages: Texts } & Texts }

const events = Object.keys(noticeEvents)
const languages = LOCALES.map(({ code }) => code as string)
const catalogue = (language: string) =>
  JSON.parse(
    readFileSync(join(projectRoot, 'supabase', 'notices', `${language}.json`), 'utf8'),
  ) as Catalogue

const chapters = globSync('supabase/schemas/*/*.sql', { cwd: projectRoot })
  .filter((file) => !file.includes('03_notices/01_words_generated'))
  .map((file) => readFileSync(join(projectRoot, file), 'utf8').replaceAll(/--.*$/gm, ''))

// Patterns for names of events: the first literal of a call of notify or of one of its helpers, the
// second literal of a choice, and the first literal that a statement for many members selects.
const CALL = /(?<!function )private\.notify\w*\([^'(;]*'(\w+)'/g
const CHOICE = /private\.notify\w*\([^'(;]*then '\w+' else '(\w+)' end/g
const INSERT = /insert into public\.notifications \([^)]*\bevent\b[^)]*\)\s+select [^'(;]*'(\w+)'/g
// Patterns for the events in rows of move_notices and order_reminders.
const MOVE = /^\s+\('\w+', '(?:brand|creator)', '(\w+)', (?:true|false), /gm
const REMINDER = /^select [^,]+, [\w.]+, .*'(\w+)', '(\w+)', (?:true|false)$/gm
const raised = chapters.flatMap((sql) =>
  [CALL, CHOICE, INSERT, MOVE, REMINDER].flatMap((pattern) =>
    [...sql.matchAll(pattern)].flatMap(([, ...found]) => found),
  ),
)

test('every event that a chapter raises has a row in noticeEvents, and every row is raised', () => {
  expect([...new Set(raised)].toSorted()).toEqual(events.toSorted())
})

test('every language of the client has a catalogue of notices and is a language of e-mails', () => {
  const files = globSync('*.json', { cwd: join(projectRoot, 'supabase', 'notices') })
  expect(files.toSorted()).toEqual(languages.map((code) => `${code}.json`).toSorted())
  expect(languages.map((code) => languageOf(code).code)).toEqual(languages)
})

const english = textsOf(catalogue('en'))

test.each(languages)(
  'the notices in %s have texts for every event and every page, and for no other',
  (language) => {
    const { events: texts, email } = catalogue(language)
    expect(Object.keys(texts).toSorted()).toEqual(events.toSorted())
    expect(Object.keys(email.pages).toSorted()).toEqual(Object.keys(pages).toSorted())
  },
)

describe.each(languages)('the catalogue of notices in %s', (language) => {
  const texts = textsOf(catalogue(language))

  test('has the same texts as English', () => {
    expect([...texts.keys()]).toEqual([...english.keys()])
  })

  test('names the same values in each text as English', () => {
    for (const [key, text] of texts) {
      const wanted = placesOf(formsOf(english.get(key) ?? '')[0])
      for (const form of formsOf(text)) expect(placesOf(form), key).toEqual(wanted)
    }
  })

  test('has every plural form of the language, and no other', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [key, text] of texts) {
      if (typeof text === 'string') continue
      expect(Object.keys(text).toSorted(), key).toEqual(forms.toSorted())
      for (const form of formsOf(text)) expect(form, key).toContain('{count}')
    }
  })

  test('leaves no text empty', () => {
    for (const [key, text] of texts) {
      for (const form of formsOf(text)) expect(form.trim(), key).not.toBe('')
    }
  })
})

test.each(languages.slice(1))(
  'the notices in %s have no text that is still English',
  (language) => {
    for (const [key, text] of textsOf(catalogue(language)))
      expect(text, key).not.toEqual(english.get(key))
  },
)

function textsOf(words: Texts, prefix = ''): Map<string, Text> {
  return new Map(
    Object.entries(words).flatMap(([key, value]): [string, Text][] =>
      isText(value) ? [[prefix + key, value]] : [...textsOf(value, `${prefix}${key}.`)],
    ),
  )
}

function isText(value: Text | Texts): value is Text {
  return typeof value === 'string' || typeof value['other'] === 'string'
}

function formsOf(text: Text): string[] {
  return typeof text === 'string' ? [text] : Object.values(text)
}

function placesOf(text = ''): string[] {
  return [...new Set(text.match(/\{\w+\}/g))].toSorted()
}
