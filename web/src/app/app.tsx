import { lazy, Suspense, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { routesWith } from '@/domain/routes.ts'
import { countPageView } from '@/lib/analytics.ts'
import { STORAGE_KEYS } from '@/lib/constants.ts'
import { LoadingScreen } from '@/ui/loading-screen.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

// Public pages need neither Mantine nor the backend's client; the application comes on the way in.
const PublicSite = lazy(() => import('./public-site.tsx').then((m) => ({ default: m.PublicSite })))
const Application = lazy(() =>
  import('./application.tsx').then((m) => ({ default: m.Application })),
)

const PUBLIC_PAGES = routesWith('access', 'public')

function LandingOrDashboard() {
  if (localStorage.getItem(STORAGE_KEYS.auth)) return <Redirect to={paths.home} replace />
  return <PublicSite />
}

export function App() {
  const [path] = useLocation()
  useEffect(() => {
    countPageView(path)
    window.scrollTo(0, 0)
  }, [path])
  return (
    <ErrorBoundary>
      <Suspense fallback={<LoadingScreen />}>
        <Switch>
          <Route path={paths.landing} component={LandingOrDashboard} />
          {PUBLIC_PAGES.map((name) => (
            <Route key={name} path={paths[name]} component={PublicSite} />
          ))}
          <Route component={Application} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}
