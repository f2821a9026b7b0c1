import { Suspense, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { routesWith, type RouteName } from '@/domain/routes.ts'
import { countPageView } from '@/lib/analytics.ts'
import { isRemembered } from '@/lib/stored-session.ts'
import { loadable } from '@/ui/loadable.tsx'
import { LoadingScreen } from '@/ui/loading-screen.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { PAGES } from './pages.ts'

// Public pages need neither Mantine nor the backend's client; the application comes on the way in.
const { Part: PublicSite, load: loadPublicSite } = loadable(() =>
  import('./public-site.tsx').then((m) => ({ default: m.PublicSite })),
)
const { Part: Application, load: loadApplication } = loadable(async () => {
  const { Application: Part, takeFirstData } = await import('./application.tsx')
  return { default: Part, takeFirstData }
})

const PUBLIC_PAGES = routesWith('access', 'public')

/** The code of a page, with all that stands between it and the start: it is drawn in one go then. */
export async function loadPage(name: RouteName | null): Promise<void> {
  if (name !== null && !(name in PAGES)) {
    await loadPublicSite()
    return
  }
  // Without a build, styles apply in the order in which modules run: the library's come first.
  if (import.meta.env.DEV) await import('./mantine-styles.ts')
  await Promise.all([
    loadApplication().then(({ takeFirstData }) => takeFirstData()),
    name !== null && PAGES[name as keyof typeof PAGES].load(),
  ])
}

function LandingOrDashboard() {
  if (isRemembered()) return <Redirect to={paths.home} replace />
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
