import '@fontsource-variable/inter/wght.css'
import './ui/fonts.css'
import './ui/tokens.css'
// Styles of what may show before the application's own sheet has come: they stand in the page itself.
import './app/error-boundary.module.css'
import './ui/logo.module.css'
import './ui/page.module.css'
import './ui/skip-link.module.css'
import { reportUncaught } from './app/error-report.ts'
import { prefetchPage } from './app/pages.ts'
import { measureSome } from './app/web-vitals.ts'
import { ROUTES } from './domain/routes.ts'
import { DEFAULT_TERMS, fetchTerms, isSame } from './domain/terms.ts'
import { startPublicPage } from './features/public/public-page.ts'
import { dropTokens } from '@/lib/session/address-tokens.ts'
import { STORAGE_KEYS } from './lib/constants.ts'
import { firstLocale } from '@/lib/i18n/locales.ts'

if (import.meta.env.DEV) void import('./dev/demo-wallet.ts')
reportUncaught()
void measureSome()
dropTokens()
addEventListener('hashchange', dropTokens)

// A public page that came as finished HTML needs no application; it is in English.
const page = document.querySelector<HTMLElement>('#root')?.dataset.page
const isFinished = page === location.pathname
const locale = firstLocale(localStorage.getItem(STORAGE_KEYS.locale), navigator.languages)

if (isFinished && locale === 'en') {
  startPublicPage()
  // The way out asks nothing of ours, and names no terms.
  if (page !== ROUTES.reclaim.path) void showCurrentTerms()
} else {
  void import('./app/start.tsx')
  // Styles of a development server apply in the order in which modules run (app.tsx).
  if (import.meta.env.PROD) prefetchPage(location.pathname, locale)
}

/** Finished pages name the terms of a new market; where staff have changed them, the application shows the page. */
async function showCurrentTerms() {
  const terms = await fetchTerms().catch(() => null)
  if (terms && !isSame(terms, DEFAULT_TERMS)) await import('./app/start.tsx')
}
