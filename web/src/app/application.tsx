import './mantine-styles.ts'
import { Suspense, useEffect, type ReactNode } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { ROUTES } from '@/domain/routes.ts'
import { fileStore } from '@/lib/storage/device-store.ts'
import { DRAFT_KEPT_MS, dropOldDrafts } from '@/lib/storage/drafts.ts'
import { afterFirstScreen, watchFirstScreen } from '@/lib/first-screen.ts'
import { loadWords } from '@/lib/i18n/i18n.ts'
import { queryClient } from '@/lib/api/query-client.ts'
import { startRefreshing } from '@/lib/api/refresh.ts'
import { answerLeaving } from '@/lib/session/leaving.ts'
import { startSession, useSession } from '@/lib/session/session.ts'
import { answerStepUp } from '@/lib/session/step-up.ts'
import { useAwaitedCode } from '@/ui/awaited-code.tsx'
import { lazyOf } from '@/ui/loadable.tsx'
import { LoadingScreen } from '@/ui/loading-screen.tsx'
import { fetchInter } from '@/ui/show-inter.ts'
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

// The footer is loaded on demand, because the dashboard, which most visits open, never shows it.
const SiteFooter = lazyOf(() => import('@/features/public/site-footer.tsx'), 'SiteFooter')

interface Props {
  /** Leaves out the advertising parts, for visitors who are members already. */
  isShort?: boolean
  children: ReactNode
}

/** The footer shows on every page except those under /dashboard. */
function WithFooter({ isShort = false, children }: Props) {
  return (
    <>
      <div style={{ minHeight: '80dvh' }}>{children}</div>
      {/* The footer is below everything else, so no page waits for its code. */}
      <Suspense fallback={null}>
        <SiteFooter isShort={isShort} />
      </Suspense>
    </>
  )
}

/** Routes of one kind of access, each in its common frame. */
const routesOf = (
  visitors: Parameters<typeof pagesFor>[0],
  frame: (page: ReactNode) => ReactNode,
) =>
  pagesFor(visitors).map(({ path, page: Page }) => (
    <Route key={path} path={path}>
      {frame(<Page />)}
    </Route>
  ))

// Clears the cached data when another member signs in on the device.
useSession.subscribe((now, before) => {
  // Closes the dialog for the second factor after a sign-out, or if the sign-in page asks for the code.
  if (now.status === 'signed-out' || now.owesCode) answerStepUp(false)
  if (now.status === 'signed-out') answerLeaving(false)
  if (before.user && before.user.id !== now.user?.id) queryClient.clear()
  // After the second factor, rows that were hidden before can be read.
  else if (before.level === 'aal1' && now.level === 'aal2') void queryClient.invalidateQueries()
})

/** Addresses that people guess, each with the page that they probably mean. */
const GUESSED = {
  '/index.html': paths.landing,
  '/signin': paths.login,
  '/register': paths.signup,
}

export const loadPart = (name: PageName) => PAGE_PARTS[name].load()

export function Application() {
  useEffect(startSession, [])
  useEffect(() => void watchFirstScreen(queryClient, () => useAwaitedCode.getState().page > 0), [])
  useEffect(() => startRefreshing(queryClient), [])
  // Loads the texts of refusals ahead, so that an error shows at once.
  useEffect(() => void afterFirstScreen.then(() => loadWords(['refusals'])), [])
  useEffect(() => void afterFirstScreen.then(fetchInter), [])
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
            {Object.entries(GUESSED).map(([guess, path]) => (
              <Route key={guess} path={guess}>
                {() => <Redirect to={path + location.search + location.hash} replace />}
              </Route>
            ))}
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
