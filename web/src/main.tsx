import '@fontsource-variable/inter/wght.css'
import './ui/fonts.css'
import './ui/tokens.css'
// Styles of parts that may be shown before the application's own style sheet is loaded; they are in the page itself.
import './app/error-boundary.module.css'
import './ui/logo.module.css'
import './ui/page.module.css'
import './ui/skip-link.module.css'
import { reportUncaught } from './app/error-report.ts'
import { prefetchPage } from './app/pages.ts'
import { measureSample } from './app/web-vitals.ts'
import { ROUTES } from './domain/routes.ts'
import { DEFAULT_TERMS, fetchTerms, areSameTerms } from './domain/terms.ts'
import { startPublicPage } from './features/public/public-page.ts'
import { dropTokens } from '@/lib/session/address-tokens.ts'
import { STORAGE_KEYS } from './lib/constants.ts'
import { showInter } from './ui/show-inter.ts'
import { firstLocale } from '@/lib/i18n/locales.ts'

if (import.meta.env.DEV) void import('./dev/demo-wallet.ts')
reportUncaught()
void measureSample()
dropTokens()
addEventListener('hashchange', dropTokens)

// A prerendered public page needs no application. It is in English.
const page = document.querySelector<HTMLElement>('#root')?.dataset.page
const isFinished = page === location.pathname
const locale = firstLocale(localStorage.getItem(STORAGE_KEYS.locale), navigator.languages)

if (isFinished && locale === 'en') {
  showInter()
  startPublicPage()
  // The reclaim page sends no request to our backend and contains no terms.
  if (page !== ROUTES.reclaim.path) void showCurrentTerms()
} else {
  void import('./app/start.tsx')
  // On a development server styles apply in the order in which modules run, so nothing is loaded ahead (app.tsx).
  if (import.meta.env.PROD) prefetchPage(location.pathname, locale)
}

/** Prerendered pages contain the terms of a new market. If staff have changed them, the application renders the page. */
async function showCurrentTerms() {
  const terms = await fetchTerms().catch(() => null)
  if (terms && !areSameTerms(terms, DEFAULT_TERMS)) await import('./app/start.tsx')
}
