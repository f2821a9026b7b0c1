import './mantine-styles.ts'
import { Suspense, useEffect } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { ROUTES } from '@/domain/routes.ts'
import { fileStore } from '@/lib/device-store.ts'
import { DRAFT_KEPT_MS, dropOldDrafts } from '@/lib/drafts.ts'
import { queryClient } from '@/lib/query-client.ts'
import { startRefreshing } from '@/lib/refresh.ts'
import { startSession, useSession } from '@/lib/session.ts'
import { LoadingScreen } from '@/ui/loading-screen.tsx'
import { Dashboard } from './dashboard.tsx'
import {
  DashboardGuard,
  OnboardingGuard,
  SessionGate,
  SignedInOnly,
  SignedOutOnly,
} from './guards.tsx'
import { NotFoundPage, pagesFor } from './pages.ts'
import { Providers } from './providers.tsx'
import { WithFooter } from './with-footer.tsx'

const SIGNED_OUT_PAGES = pagesFor('signed-out')
const OPEN_PAGES = pagesFor('open')
const SIGNED_IN_PAGES = pagesFor('signed-in')
const ONBOARDING_PAGES = pagesFor('onboarding')

// What one member has loaded is not for the next one on the same device.
useSession.subscribe((now, before) => {
  if (before.user && before.user.id !== now.user?.id) queryClient.clear()
  // What a sign-in with one factor was not shown can be read now.
  else if (before.level === 'aal1' && now.level === 'aal2') void queryClient.invalidateQueries()
})

export function Application() {
  useEffect(startSession, [])
  useEffect(() => startRefreshing(queryClient), [])
  useEffect(() => {
    dropOldDrafts()
    void fileStore.dropOlderThan(DRAFT_KEPT_MS).catch(() => {})
  }, [])
  return (
    <Providers>
      <Suspense fallback={<LoadingScreen />}>
        <SessionGate>
          <Switch>
            {SIGNED_OUT_PAGES.map(({ path, page: Page }) => (
              <Route key={path} path={path}>
                <SignedOutOnly>
                  <WithFooter>
                    <Page />
                  </WithFooter>
                </SignedOutOnly>
              </Route>
            ))}
            {OPEN_PAGES.map(({ path, page: Page }) => (
              <Route key={path} path={path}>
                <WithFooter>
                  <Page />
                </WithFooter>
              </Route>
            ))}
            {SIGNED_IN_PAGES.map(({ path, page: Page }) => (
              <Route key={path} path={path}>
                <SignedInOnly>
                  <WithFooter>
                    <Page />
                  </WithFooter>
                </SignedInOnly>
              </Route>
            ))}
            {ONBOARDING_PAGES.map(({ path, page: Page }) => (
              <Route key={path} path={path}>
                <SignedInOnly>
                  <OnboardingGuard>
                    <WithFooter isShort>
                      <Page />
                    </WithFooter>
                  </OnboardingGuard>
                </SignedInOnly>
              </Route>
            ))}
            <Route path={`${paths.home}/*?`}>
              <SignedInOnly>
                <DashboardGuard>
                  <Dashboard />
                </DashboardGuard>
              </SignedInOnly>
            </Route>
            <Route path={ROUTES.orderByNumber.path}>
              {({ orderId }) => <Redirect to={paths.order(orderId)} replace />}
            </Route>
            <Route path="/index.html">
              <Redirect to={paths.landing} replace />
            </Route>
            <Route>
              <WithFooter>
                <NotFoundPage />
              </WithFooter>
            </Route>
          </Switch>
        </SessionGate>
      </Suspense>
    </Providers>
  )
}
