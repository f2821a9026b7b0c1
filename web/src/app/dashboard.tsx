import { Suspense } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { NotFoundPage } from '@/features/public/not-found-page.tsx'
import { PageSkeleton } from '@/ui/skeletons.tsx'
import { DASHBOARD_ROUTES } from './dashboard-routes.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Shell } from './shell.tsx'

export function Dashboard() {
  const [path] = useLocation()
  return (
    <Shell>
      <ErrorBoundary inline resetKey={path}>
        <Suspense fallback={<PageSkeleton />}>
          <Switch>
            {DASHBOARD_ROUTES.map(({ path: pattern, page: Page }) => (
              <Route key={pattern} path={pattern}>
                <Page />
              </Route>
            ))}
            <Route>
              <NotFoundPage />
            </Route>
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </Shell>
  )
}
