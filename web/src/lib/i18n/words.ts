// The translation files, which the build finds by their folders.
import { WORDS_APART, WORDS_OF_ORDERS } from '../constants.ts'

type Words = Record<string, unknown>

const FILES = import.meta.glob<Words>(
  ['../../locales/*/*.json', '../../../../supabase/notices/*.json', './refusals.en.ts'],
  { import: 'default' },
)

function fileOf(language: string, name: string) {
  if (name === 'notices') return FILES[`../../../../supabase/notices/${language}.json`]
  return FILES[`../../locales/${language}/${name}.json`] ?? FILES[`./${name}.${language}.ts`]
}

export function readWords(language: string, name: string): Promise<Words> {
  const load = fileOf(language, name)
  return load ? load() : Promise.reject(new Error(`no words: ${language}/${name}`))
}

/** Namespaces of all members' pages; the build puts them into one file for each language (vite.config.ts). */
export const MEMBERS_WORDS = Object.keys(FILES)
  .flatMap((path) => /\/en\/([\w-]+)\.json$/.exec(path)?.[1] ?? [])
  .filter((name) => !WORDS_APART.includes(name) && !WORDS_OF_ORDERS.includes(name))
