import { create } from 'zustand'
import { REFRESH_TERMS_MS } from '@/lib/constants.ts'
import { i18n, setVariablesOfTexts } from '@/lib/i18n/i18n.ts'
import { DEFAULT_TERMS, fetchTerms, areSameTerms, type Terms } from './terms.ts'
import { ATTACHMENT_MAX_BYTES } from './vocabulary.generated.ts'

export const useTerms = create<Readonly<Terms>>(() => DEFAULT_TERMS)

/**
 * Loads the market's terms, and loads them again when a tab is shown after a long time. Until they arrive, or if
 * loading fails, the client uses the terms that it had before, at first those of a new market.
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
  if (!terms || areSameTerms(terms, useTerms.getState())) return
  useTerms.setState(terms)
  setVariables(terms)
  // Renders all texts again with the new terms. It emits the event instead of changing the language to the same
  // one, because that would cancel a change to the member's language whose texts are still loading.
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
