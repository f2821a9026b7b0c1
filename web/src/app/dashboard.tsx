import { Suspense, useEffect } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { useProfile } from '@/shared/members/profile.tsx'
import { ForBrands } from '@/shared/members/for-brands.tsx'
import { orderNumberIn } from '@/domain/orders/order-query.ts'
import { ROUTES, type RouteName } from '@/domain/routes.ts'
import { STORAGE_KEYS } from '@/lib/constants.ts'
import { i18n } from '@/lib/i18n/i18n.ts'
import { isLocale } from '@/lib/i18n/locales.ts'
import { AwaitedCode } from '@/ui/awaited-code.tsx'
import { PageSkeleton } from '@/ui/query-view.tsx'
import { afterFirstScreen, untilAnswered, untilIdle } from '@/lib/first-screen.ts'
import { queryClient } from '@/lib/api/query-client.ts'
import { lazyOf, partsToLoad } from '@/ui/loadable.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { NotFoundPage, pagesFor } from './page-parts.ts'
import { Shell } from './shell.tsx'
import { useArrival } from './use-arrival.ts'

function isSparing(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return !navigator.onLine || connection?.saveData === true
}

/**
 * Loads the code of the other pages one by one while the browser is idle, so that they open at once, also
 * offline. It is inside the Suspense of the open page, so it starts after that page.
 */
function Preload() {
  useEffect(() => {
    let stopped = false
    async function loadAhead() {
      await afterFirstScreen
      await untilAnswered(queryClient)
      await untilIdle()
      if (stopped || isSparing()) return
      // Few members are staff, so the staff page is left out. A page adds its parts to the set while the set is read.
      for (const { name, load } of pagesFor('member')) if (name !== 'staff') partsToLoad.add(load)
      for (const load of partsToLoad) {
        await untilIdle()
        if (stopped || isSparing()) return
        // A part that fails to load is requested again when it is opened.
        await load().catch(() => {})
      }
    }
    void loadAhead()
    return () => {
      stopped = true
    }
  }, [])
  return null
}

/** Loaded on demand, because few members are suspended. */
const SuspensionAlert = lazyOf(
  () => import('@/features/suspension/suspension-alert.tsx'),
  'SuspensionAlert',
)

const PAGES = pagesFor('member')

/** Sets the language that the member chose on another device. */
function useOwnLocale(locale: string) {
  useEffect(() => {
    if (localStorage.getItem(STORAGE_KEYS.locale) || !isLocale(locale) || i18n.language === locale)
      return
    void i18n.changeLanguage(locale)
  }, [locale])
}

/** An id; `new` takes its place in the address of something that is being created. */
const ID = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|new)$/i

/** True for an address with an invalid id, which the database would refuse. Orders are also found by their number. */
const namesNothing = (parameters: Record<string, string | undefined>) =>
  Object.entries(parameters).some(
    ([name, value]) =>
      name.endsWith('Id') &&
      value !== undefined &&
      !ID.test(value) &&
      !(name === 'orderId' && orderNumberIn(value)),
  )

/** True for pages that only brands have in the navigation. A creator who opens one reads that it is for brands. */
const isForBrands = (name: RouteName) => {
  const route = ROUTES[name]
  return 'nav' in route && route.nav === 'brand'
}

export function Dashboard() {
  const [path] = useLocation()
  const { profile } = useProfile()
  useOwnLocale(profile.locale)
  useArrival(path)
  return (
    <Shell>
      {profile.suspended_at && (
        <Suspense>
          <SuspensionAlert profileId={profile.id} />
        </Suspense>
      )}
      <ErrorBoundary inline resetKey={path}>
        <AwaitedCode fallback={<PageSkeleton />}>
          <Switch>
            {PAGES.map(({ name, path: pattern, page: Page }) => (
              <Route key={name} path={pattern}>
                {(parameters) => {
                  if (namesNothing(parameters)) return <NotFoundPage />
                  return profile.role === 'kol' && isForBrands(name) ? <ForBrands /> : <Page />
                }}
              </Route>
            ))}
            <Route>
              <NotFoundPage />
            </Route>
          </Switch>
          <Preload />
        </AwaitedCode>
      </ErrorBoundary>
    </Shell>
  )
}
