import i18next, { type ReadCallback } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { STORAGE_KEYS } from './constants.ts'
import { firstLocale, isLocale, type Locale } from './locales.ts'
import { textsOfNumbers } from './numbers.ts'
import type { Words } from './words/by-name.ts'

/** What members read is one file a language: small, and no page shows before three catalogues of it. */
const ofMembers: Record<Locale, () => Promise<{ words: Record<string, Words> }>> = {
  en: () => import('./words/en.ts'),
  es: () => import('./words/es.ts'),
  tr: () => import('./words/tr.ts'),
}
/** Of pages outside the dashboard, and of staff: each comes with its page. */
const ownFiles = import.meta.glob<Words>(
  '../locales/*/{auth,landing,legal,onboarding,pages,site,staff}.json',
  { import: 'default' },
)

async function readWords(language: string, namespace: string): Promise<Words> {
  const own = ownFiles[`../locales/${language}/${namespace}.json`]
  const words = own
    ? await own()
    : isLocale(language) && (await readMemberWords(language))[namespace]
  if (!words) throw new Error(`no words: ${language}/${namespace}`)
  return words
}

/** A part that asked for the next of them later would hide its page while it waits, and lose the focus. */
async function readMemberWords(language: Locale): Promise<Record<string, Words>> {
  const { words } = await ofMembers[language]()
  // Nobody writes into them, so they need not be copied: that took longer than to read them.
  for (const [namespace, texts] of Object.entries(words))
    if (!i18n.hasResourceBundle(language, namespace))
      i18n.addResourceBundle(language, namespace, texts, false, false, { skipCopy: true })
  return words
}

export const i18n = i18next.createInstance()

/** `words` are the first page's own catalogues: it waits for none of them later. */
export async function startI18n({ words }: { words: string[] }): Promise<void> {
  i18n.on('languageChanged', showLocale)
  await i18n
    .use({
      type: 'backend' as const,
      read(language: string, namespace: string, done: ReadCallback) {
        readWords(language, namespace).then(
          (words) => done(null, words),
          (error: unknown) =>
            done(error instanceof Error ? error : new Error(String(error)), false),
        )
      },
    })
    .use(initReactI18next)
    .init({
      lng: firstLocale(localStorage.getItem(STORAGE_KEYS.locale), navigator.languages),
      fallbackLng: 'en',
      // What every page needs; each feature's own words come with its page.
      ns: ['common', 'errors', 'refusals', ...words],
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
