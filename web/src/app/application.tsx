import './mantine-styles.ts'
import { lazy, Suspense, useEffect } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { queryClient } from '@/lib/query-client.ts'
import { startSession, useSession } from '@/lib/session.ts'
import { LoadingScreen } from '@/ui/loading-screen.tsx'
import {
  DashboardGuard,
  OnboardingGuard,
  SessionGate,
  SignedInOnly,
  SignedOutOnly,
} from './guards.tsx'
import { Providers } from './providers.tsx'
import { WithFooter } from './with-footer.tsx'

const Login = lazy(() =>
  import('@/features/auth/login-page.tsx').then((m) => ({ default: m.LoginPage })),
)
const Signup = lazy(() =>
  import('@/features/auth/signup-page.tsx').then((m) => ({ default: m.SignupPage })),
)
const Forgot = lazy(() =>
  import('@/features/auth/forgot-password-page.tsx').then((m) => ({
    default: m.ForgotPasswordPage,
  })),
)
const Reset = lazy(() =>
  import('@/features/auth/reset-password-page.tsx').then((m) => ({ default: m.ResetPasswordPage })),
)
const Callback = lazy(() =>
  import('@/features/auth/callback-page.tsx').then((m) => ({ default: m.CallbackPage })),
)
const Language = lazy(() =>
  import('@/features/onboarding/choose-language-page.tsx').then((m) => ({
    default: m.ChooseLanguagePage,
  })),
)
const Onboarding = lazy(() =>
  import('@/features/onboarding/onboarding-page.tsx').then((m) => ({ default: m.OnboardingPage })),
)
const Dashboard = lazy(() => import('./dashboard.tsx').then((m) => ({ default: m.Dashboard })))
const Unsubscribe = lazy(() =>
  import('@/features/public/unsubscribe-page.tsx').then((m) => ({ default: m.UnsubscribePage })),
)
const NotFound = lazy(() =>
  import('@/features/public/not-found-page.tsx').then((m) => ({ default: m.NotFoundPage })),
)

const SIGNED_OUT_ONLY = [
  { path: paths.login, page: Login },
  { path: paths.signup, page: Signup },
  { path: paths.forgotPassword, page: Forgot },
]

// What one member has loaded is not for the next one on the same device.
useSession.subscribe((now, before) => {
  if (before.user && before.user.id !== now.user?.id) queryClient.clear()
  // What a sign-in with one factor was not shown can be read now.
  else if (before.level === 'aal1' && now.level === 'aal2') void queryClient.invalidateQueries()
})

export function Application() {
  useEffect(startSession, [])
  return (
    <Providers>
      <Suspense fallback={<LoadingScreen />}>
        <SessionGate>
          <Switch>
            {SIGNED_OUT_ONLY.map(({ path, page: Page }) => (
              <Route key={path} path={path}>
                <SignedOutOnly>
                  <WithFooter>
                    <Page />
                  </WithFooter>
                </SignedOutOnly>
              </Route>
            ))}
            <Route path={paths.resetPassword}>
              <WithFooter>
                <Reset />
              </WithFooter>
            </Route>
            <Route path={paths.authCallback}>
              <WithFooter>
                <Callback />
              </WithFooter>
            </Route>
            <Route path={paths.chooseLanguage}>
              <SignedInOnly>
                <WithFooter>
                  <Language />
                </WithFooter>
              </SignedInOnly>
            </Route>
            <Route path="/onboarding/*?">
              <SignedInOnly>
                <OnboardingGuard>
                  <WithFooter>
                    <Onboarding />
                  </WithFooter>
                </OnboardingGuard>
              </SignedInOnly>
            </Route>
            <Route path="/dashboard/*?">
              <SignedInOnly>
                <DashboardGuard>
                  <Dashboard />
                </DashboardGuard>
              </SignedInOnly>
            </Route>
            <Route path={paths.unsubscribe}>
              <WithFooter>
                <Unsubscribe />
              </WithFooter>
            </Route>
            <Route path="/index.html">
              <Redirect to={paths.landing} replace />
            </Route>
            <Route>
              <WithFooter>
                <NotFound />
              </WithFooter>
            </Route>
          </Switch>
        </SessionGate>
      </Suspense>
    </Providers>
  )
}
