import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { Router } from 'wouter'
import { PublicSite } from './app/public-site.tsx'
import { ROUTES, routesWith } from './domain/routes.ts'
import { DEFAULT_TERMS } from './domain/terms.ts'
import { i18n, setVariablesOfTexts } from '@/lib/i18n/i18n.ts'
import { textOf } from '@/lib/i18n/text.ts'

const words = import.meta.glob<Record<string, unknown>>(
  './locales/en/{common,site,landing,pages,legal}.json',
  {
    eager: true,
    import: 'default',
  },
)

export interface FinishedPage {
  path: string
  title: string
  description: string
  html: string
}

/** Renders every public page as HTML. Called once, when the site is built. */
export async function finishPages(): Promise<FinishedPage[]> {
  await i18n.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    saveMissing: true,
    missingKeyHandler: (_languages, file, key) => {
      throw new Error(`A public page has no words for ${file}:${key}.`)
    },
    resources: {
      en: Object.fromEntries(
        Object.entries(words).map(([file, texts]) => [file.replace(/^.*\/|\.json$/g, ''), texts]),
      ),
    },
  })
  setVariablesOfTexts(DEFAULT_TERMS)
  return routesWith('access', 'public').map((name) => ({
    path: ROUTES[name].path,
    title: textOf(`site:title.${name}`),
    description: textOf(`site:summary.${name}`),
    html: renderToStaticMarkup(
      <Router ssrPath={ROUTES[name].path}>
        <PublicSite />
      </Router>,
    ),
  }))
}
