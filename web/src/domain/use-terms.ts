import { create } from 'zustand'
import { REFRESH_TERMS_MS } from '@/lib/constants.ts'
import { i18n, setVariablesOfTexts } from '@/lib/i18n/i18n.ts'
import { DEFAULT_TERMS, fetchTerms, isSame, type Terms } from './terms.ts'
import { ATTACHMENT_MAX_BYTES } from './vocabulary.generated.ts'

export const useTerms = create<Readonly<Terms>>(() => DEFAULT_TERMS)

/**
 * Asks for the terms, and again when somebody comes back to a tab that was open for long. Until
 * they come, and where they do not, those of a new market, or the last ones, stand.
 */
export function startTerms(): void {
  setVariables(DEFAULT_TERMS)
  let loadedAt = Date.now()
  void loadTerms()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - loadedAt < REFRESH_TERMS_MS) return
    loadedAt = Date.now()
    void loadTerms()
  })
}

export async function loadTerms(): Promise<void> {
  const terms = await fetchTerms().catch(() => null)
  if (!terms || isSame(terms, useTerms.getState())) return
  useTerms.setState(terms)
  setVariables(terms)
  // Renders every sentence on the screen again. A change to the same language would call off the one to the
  // member's own, whose words are still loading.
  i18n.emit('languageChanged', i18n.language)
}

/** The size of the largest video, in bytes. */
export const videoMaxBytes = ({ video_mebibytes }: Readonly<Terms>) => video_mebibytes * 1024 * 1024

const setVariables = (terms: Readonly<Terms>) =>
  setVariablesOfTexts({
    ...terms,
    attachment_max: ATTACHMENT_MAX_BYTES,
    video_max: videoMaxBytes(terms),
  })
