import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { routesWith, type Named } from '@/domain/routes.ts'
import { LandingPage } from '@/features/landing/landing-page.tsx'
import { AboutPage } from '@/features/public/about-page.tsx'
import { AudiencePage } from '@/features/public/audience-page.tsx'
import { ContactPage } from '@/features/public/contact-page.tsx'
import { hydrateSolvency } from '@/features/public/hydrate-solvency.ts'
import { LegalPage } from '@/features/public/legal-page.tsx'
import { markMember } from '@/features/public/mark-member.ts'
import { hydrateReclaim } from '@/features/public/hydrate-reclaim.ts'
import { PricingPage } from '@/features/public/pricing-page.tsx'
import { ReclaimPage } from '@/features/public/reclaim-page.tsx'
import { SiteFooter } from '@/features/public/site-footer.tsx'
import { SiteHeader } from '@/features/public/site-header.tsx'

const PAGES: Record<Named<'access', 'public'>, () => ReactNode> = {
  landing: () => <LandingPage />,
  about: () => <AboutPage />,
  forBrands: () => <AudiencePage who="brands" />,
  forAgencies: () => <AudiencePage who="agencies" />,
  forKols: () => <AudiencePage who="kols" />,
  pricing: () => <PricingPage />,
  contact: () => <ContactPage />,
  reclaim: () => <ReclaimPage />,
  terms: () => <LegalPage name="terms" />,
  privacy: () => <LegalPage name="privacy" />,
  cookies: () => <LegalPage name="cookies" />,
}
const NAMES = routesWith('access', 'public')

/** A whole public page; the build prerenders it as well. */
export function PublicSite() {
  const { t } = useTranslation('site')
  const [path] = useLocation()
  const root = useRef<HTMLDivElement>(null)
  const name = NAMES.find((each) => paths[each] === path) ?? 'landing'
  const title = t(`title.${name}`)
  useEffect(() => {
    document.title = title
    markMember()
    if (!root.current) return
    void hydrateSolvency(root.current)
    void hydrateReclaim(root.current)
  }, [title])
  return (
    <div ref={root}>
      <SiteHeader />
      <main id="content" tabIndex={-1}>
        {PAGES[name]()}
      </main>
      <SiteFooter />
    </div>
  )
}
