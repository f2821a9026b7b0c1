import './mantine-styles.ts'
import { Suspense, useEffect, type ReactNode } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { ROUTES } from '@/domain/routes.ts'
import { fileStore } from '@/lib/device-store.ts'
import { DRAFT_KEPT_MS, dropOldDrafts } from '@/lib/drafts.ts'
import { afterFirstScreen, watchFirstScreen } from '@/lib/first-screen.ts'
import { loadWords } from '@/lib/i18n.ts'
import { queryClient } from '@/lib/query-client.ts'
import { startRefreshing } from '@/lib/refresh.ts'
import { startSession, useSession } from '@/lib/session.ts'
import { answerStepUp } from '@/lib/step-up.ts'
import { LoadingScreen } from '@/ui/loading-screen.tsx'
import { Dashboard } from './dashboard.tsx'
import {
  DashboardGuard,
  OnboardingGuard,
  SessionGate,
  SignedInOnly,
  SignedOutOnly,
} from './guards.tsx'
import { NotFoundPage, PAGE_PARTS, pagesFor } from './page-parts.ts'
import type { PageName } from './pages.ts'
import { Providers } from './providers.tsx'
import { WithFooter } from './with-footer.tsx'

/** The pages for the same visitors, each in what they have in common. */
const routesOf = (
  visitors: Parameters<typeof pagesFor>[0],
  frame: (page: ReactNode) => ReactNode,
) =>
  pagesFor(visitors).map(({ path, page: Page }) => (
    <Route key={path} path={path}>
      {frame(<Page />)}
    </Route>
  ))

// What one member has loaded is not for the next one on the same device.
useSession.subscribe((now, before) => {
  // Nobody is left who could give the code, or it is asked for on a page of its own.
  if (now.status === 'signed-out' || now.owesCode) answerStepUp(false)
  if (before.user && before.user.id !== now.user?.id) queryClient.clear()
  // What a sign-in with one factor was not shown can be read now.
  else if (before.level === 'aal1' && now.level === 'aal2') void queryClient.invalidateQueries()
})

export const loadPart = (name: PageName) => PAGE_PARTS[name].load()

export function Application() {
  useEffect(startSession, [])
  useEffect(() => void watchFirstScreen(queryClient), [])
  useEffect(() => startRefreshing(queryClient), [])
  // What the database refuses is said at once, and what opens over a page.
  useEffect(() => void afterFirstScreen.then(() => loadWords(['refusals'])), [])
  useEffect(() => {
    dropOldDrafts()
    void fileStore.dropOlderThan(DRAFT_KEPT_MS).catch(() => {})
  }, [])
  return (
    <Providers>
      <Suspense fallback={<LoadingScreen />}>
        <SessionGate>
          <Switch>
            {routesOf('signed-out', (page) => (
              <SignedOutOnly>
                <WithFooter>{page}</WithFooter>
              </SignedOutOnly>
            ))}
            {routesOf('open', (page) => (
              <WithFooter>{page}</WithFooter>
            ))}
            {routesOf('signed-in', (page) => (
              <SignedInOnly>
                <WithFooter>{page}</WithFooter>
              </SignedInOnly>
            ))}
            {routesOf('onboarding', (page) => (
              <SignedInOnly>
                <OnboardingGuard>
                  <WithFooter isShort>{page}</WithFooter>
                </OnboardingGuard>
              </SignedInOnly>
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
