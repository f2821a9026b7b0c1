import i18next, { type ReadCallback } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { STORAGE_KEYS } from './constants.ts'
import { firstLocale, type Locale } from './locales.ts'
import { textsOfNumbers } from './numbers.ts'
import { readWords } from './words.ts'

export const i18n = i18next.createInstance()

/** Resolves once the catalogues of the first page are there. */
export async function startI18n(words: readonly string[]): Promise<void> {
  i18n.on('languageChanged', showLocale)
  await i18n
    .use({
      type: 'backend' as const,
      read(language: string, namespace: string, done: ReadCallback) {
        readWords(language, namespace).then(
          (found) => done(null, found),
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

/** Loads catalogues before a part needs them; a change of the language loads them too. */
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
