import i18next, { type ReadCallback, type Resources } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { STORAGE_KEYS } from './constants.ts'
import { firstLocale, type Locale } from './locales.ts'
import { textsOfNumbers } from './numbers.ts'

type Words = Record<string, unknown>
const files = import.meta.glob<Words>(['../locales/*/*.json', '../../../supabase/notices/*.json'], {
  import: 'default',
})

export type Namespace = keyof Resources
/** The names of the files of words. */
export const NAMESPACES = Object.keys(files)
  .filter((path) => path.includes('/en/'))
  .map((path) => path.replace(/^.*\/|\.json$/g, '') as Namespace)

/** A refusal's English words stand in the catalogue of the database; other languages have a file. */
async function readRefusals(): Promise<Words> {
  const { default: catalogue } = await import('../../../supabase/errors.json')
  return Object.fromEntries(
    Object.entries(catalogue).map(([token, { meaning }]) => [token, meaning]),
  )
}

function loaderOf(language: string, namespace: string): (() => Promise<Words>) | undefined {
  if (namespace === 'notices') return files[`../../../supabase/notices/${language}.json`]
  const file = files[`../locales/${language}/${namespace}.json`]
  return file ?? (language === 'en' && namespace === 'refusals' ? readRefusals : undefined)
}

export const i18n = i18next.createInstance()

export async function startI18n(locale?: Locale): Promise<void> {
  i18n.on('languageChanged', showLocale)
  await i18n
    .use({
      type: 'backend' as const,
      read(language: string, namespace: string, done: ReadCallback) {
        const load = loaderOf(language, namespace)
        if (!load) return done(new Error(`no words: ${language}/${namespace}`), false)
        load().then(
          (words) => done(null, words),
          (error: unknown) =>
            done(error instanceof Error ? error : new Error(String(error)), false),
        )
      },
    })
    .use(initReactI18next)
    .init({
      lng: locale ?? firstLocale(localStorage.getItem(STORAGE_KEYS.locale), navigator.languages),
      fallbackLng: 'en',
      // What every page needs; each feature's own words come with its page.
      ns: ['common', 'errors', 'refusals'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
}

/** Screen readers, hyphenation, `:lang()` and numbers follow the words. */
function showLocale() {
  document.documentElement.lang = i18n.language
  writeVariables()
}

export async function chooseLocale(locale: Locale): Promise<void> {
  localStorage.setItem(STORAGE_KEYS.locale, locale)
  await i18n.changeLanguage(locale)
}

let variables: Readonly<Record<string, number>> = {}

/**
 * Numbers that every sentence may name: `{{creator_fee}}`, written as the language does, or with a
 * unit in its singular or plural, `{{hold_new_days}}` and `{{review_window_hours}}`.
 */
export function setVariablesOfTexts(values: Readonly<Record<string, number>>): void {
  variables = values
  writeVariables()
}

function writeVariables() {
  const defaultVariables = textsOfNumbers(variables, i18n.language)
  i18n.options.interpolation = { ...i18n.options.interpolation, defaultVariables }
}
