import { create } from 'zustand'
import { i18n, setVariablesOfTexts } from '@/lib/i18n.ts'
import { areDefault, DEFAULT_TERMS, fetchTerms, type Terms } from './terms.ts'

export const useTerms = create<Readonly<Terms>>(() => DEFAULT_TERMS)

/** Asks for the terms once. Until they come, and where they do not, those of a new market stand. */
export async function loadTerms(): Promise<void> {
  setVariablesOfTexts(DEFAULT_TERMS)
  const terms = await fetchTerms().catch(() => DEFAULT_TERMS)
  if (areDefault(terms)) return
  useTerms.setState(terms)
  setVariablesOfTexts(terms)
  // Renders every sentence on the screen again.
  await i18n.changeLanguage(i18n.language)
}
