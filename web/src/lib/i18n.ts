import i18next, { type ReadCallback } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { STORAGE_KEYS } from './constants.ts'
import { firstLocale, type Locale } from './locales.ts'
import { textsOfNumbers } from './numbers.ts'

type Words = Record<string, unknown>

/** Catalogues by path; the build puts several of them in one file. */
const files = import.meta.glob<Words>(
  ['../locales/*/*.json', '../../../supabase/notices/*.json', './refusals.en.ts'],
  { import: 'default' },
)

function fileOf(language: string, namespace: string): (() => Promise<Words>) | undefined {
  const own = files[`../locales/${language}/${namespace}.json`]
  if (own) return own
  if (namespace === 'notices') return files[`../../../supabase/notices/${language}.json`]
  return namespace === 'refusals' ? files[`./refusals.${language}.ts`] : undefined
}

async function readWords(
  language: string,
  namespace: string,
  beside: Options['beside'],
): Promise<Words> {
  const load = fileOf(language, namespace)
  if (!load) throw new Error(`no words: ${language}/${namespace}`)
  // What comes with it is there at once: a part that asked for it later would hide its page while
  // it waits, and lose the focus.
  await Promise.all(
    beside(namespace).map(async (name) => {
      if (name === namespace || i18n.hasResourceBundle(language, name)) return
      const words = await fileOf(language, name)?.()
      // Never modified, so not copied: copying took longer than parsing.
      if (words) i18n.addResourceBundle(language, name, words, false, false, { skipCopy: true })
    }),
  )
  return load()
}

export const i18n = i18next.createInstance()

interface Options {
  /** The namespaces of the first page, loaded before it is rendered. */
  words: readonly string[]
  /** All namespaces whose catalogues come in the same file. */
  beside: (namespace: string) => readonly string[]
}

export async function startI18n({ words, beside }: Options): Promise<void> {
  i18n.on('languageChanged', showLocale)
  await i18n
    .use({
      type: 'backend' as const,
      read(language: string, namespace: string, done: ReadCallback) {
        readWords(language, namespace, beside).then(
          (words) => done(null, words),
          (error: unknown) =>
            done(error instanceof Error ? error : new Error(String(error)), false),
        )
      },
    })
    .use(initReactI18next)
    .init({
      lng: firstLocale(localStorage.getItem(STORAGE_KEYS.locale), navigator.languages),
      // Every language has all words, which is tested: no reader waits for those of another.
      fallbackLng: false,
      // What every page needs; the others come with their page.
      ns: ['common', ...words],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
}

/** So that a part that needs them does not wait for them, in another language neither. */
export const loadWords = (names: readonly string[]) => i18n.loadNamespaces(names)

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
