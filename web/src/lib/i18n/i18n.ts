import i18next, { type ReadCallback } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { REQUEST_RETRY_WAITS_MS, STORAGE_KEYS } from '../constants.ts'
import { firstLocale, type Locale } from './locales.ts'
import { textsOfNumbers } from './numbers.ts'
import { readWords } from './words.ts'

export const i18n = i18next.createInstance()

/** The last error while loading texts. */
let failure: Error | undefined

/** Resolves once the texts of the first page are loaded. */
export async function startI18n(words: readonly string[]): Promise<void> {
  i18n.on('languageChanged', showLocale)
  await i18n
    .use({
      type: 'backend' as const,
      read(language: string, namespace: string, done: ReadCallback) {
        readWords(language, namespace).then(
          (found) => done(null, found),
          (error: unknown) => {
            failure = error instanceof Error ? error : new Error(String(error))
            done(failure, true) // `true` asks for a retry
          },
        )
      },
    })
    .use(initReactI18next)
    .init({
      lng: firstLocale(localStorage.getItem(STORAGE_KEYS.locale), navigator.languages),
      // There is no fallback language, because a test checks that every language has all texts.
      fallbackLng: false,
      maxRetries: REQUEST_RETRY_WAITS_MS.length,
      retryTimeout: REQUEST_RETRY_WAITS_MS[0],
      // If a text could not be loaded, the screen fails as it does when its code is missing; it never shows keys instead of texts.
      parseMissingKeyHandler(key: string) {
        if (failure) throw failure
        return key
      },
      // Namespaces of the first page; other pages load their own.
      ns: ['common', ...words],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
}

/** Loads namespaces ahead; a change of the language loads them in the new language, too. */
export const loadWords = (names: readonly string[]) => i18n.loadNamespaces(names)

/** Sets the document's language (for screen readers, hyphenation and `:lang()`) and reformats numbers in texts. */
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
 * Sets variables for all texts: numbers such as `{{creator_fee}}` in the format of the language, also with
 * a unit in singular or plural, such as `{{hold_new_days}}` and `{{review_window_hours}}`.
 */
export function setVariablesOfTexts(values: Readonly<Record<string, number>>): void {
  variables = values
  writeVariables()
}

function writeVariables() {
  const defaultVariables = textsOfNumbers(variables, i18n.language)
  i18n.options.interpolation = { ...i18n.options.interpolation, defaultVariables }
}
