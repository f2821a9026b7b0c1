import { countPageView } from '@/lib/analytics.ts'
import { STORAGE_KEYS } from '@/lib/constants.ts'
import { markMember } from './mark-member.ts'
import { hydrateReclaim } from './hydrate-reclaim.ts'
import { hydrateSolvency } from './hydrate-solvency.ts'

/** Paths of the prerendered pages, which the build lists in a meta tag. */
const finishedPages = () =>
  document.querySelector<HTMLMetaElement>('meta[name="finished-pages"]')?.content.split(' ') ?? []

/** Preloads the application when the pointer is over a link that needs it. */
function fetchAhead(event: Event) {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/"]') : null
  const application = document.querySelector<HTMLMetaElement>('meta[name="application-script"]')
  if (!link || !application || finishedPages().includes(link.pathname)) return
  const ahead = document.createElement('link')
  ahead.rel = 'modulepreload'
  ahead.href = application.content
  document.head.append(ahead)
  document.removeEventListener('pointerover', fetchAhead)
}

/** Changes the language. Prerendered pages are in English; for another language the application renders them. */
function chooseLanguage(event: Event) {
  const button =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-locale]') : null
  const chosen = button?.dataset.locale
  if (!chosen) return
  localStorage.setItem(STORAGE_KEYS.locale, chosen)
  if (chosen !== document.documentElement.lang) location.reload()
}

/** Browser code of a prerendered public page: prefetching, language, sign-in links, page views. */
export function startPublicPage() {
  document.addEventListener('pointerover', fetchAhead)
  document.addEventListener('click', chooseLanguage)
  markMember()
  countPageView(location.pathname)
  void hydrateSolvency(document)
  void hydrateReclaim(document)
}
