import type { Resources } from 'i18next'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { LandingPage } from '@/features/landing/landing-page.tsx'
import { AboutPage } from '@/features/public/about-page.tsx'
import { AudiencePage } from '@/features/public/audience-page.tsx'
import { ContactPage } from '@/features/public/contact-page.tsx'
import { hydrateSolvency } from '@/features/public/hydrate-solvency.ts'
import { LegalPage } from '@/features/public/legal-page.tsx'
import { PricingPage } from '@/features/public/pricing-page.tsx'
import { SiteFooter } from '@/features/public/site-footer.tsx'
import { SiteHeader } from '@/features/public/site-header.tsx'

export const PUBLIC_PAGES: Record<
  string,
  { key: keyof Resources['site']['title']; page: () => ReactNode }
> = {
  [paths.landing]: { key: 'landing', page: () => <LandingPage /> },
  [paths.about]: { key: 'about', page: () => <AboutPage /> },
  [paths.forBrands]: { key: 'for_brands', page: () => <AudiencePage who="brands" /> },
  [paths.forAgencies]: { key: 'for_agencies', page: () => <AudiencePage who="agencies" /> },
  [paths.forKols]: { key: 'for_kols', page: () => <AudiencePage who="kols" /> },
  [paths.pricing]: { key: 'pricing', page: () => <PricingPage /> },
  [paths.contact]: { key: 'contact', page: () => <ContactPage /> },
  [paths.terms]: { key: 'terms', page: () => <LegalPage name="terms" /> },
  [paths.privacy]: { key: 'privacy', page: () => <LegalPage name="privacy" /> },
  [paths.cookies]: { key: 'cookies', page: () => <LegalPage name="cookies" /> },
}

/** The whole of a public page; also what is rendered ahead when the site is built. */
export function PublicSite() {
  const { t } = useTranslation('site')
  const [path] = useLocation()
  const root = useRef<HTMLDivElement>(null)
  const found = PUBLIC_PAGES[path] ?? PUBLIC_PAGES[paths.landing]
  const title = found ? t(`title.${found.key}`) : ''
  useEffect(() => {
    document.title = title
    if (root.current) void hydrateSolvency(root.current)
  }, [title])
  return (
    <div ref={root}>
      <SiteHeader />
      <main id="content" tabIndex={-1}>
        {found?.page()}
      </main>
      <SiteFooter />
    </div>
  )
}
