import { Suspense, useLayoutEffect, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { routeAt, routesWith } from '@/domain/routes.ts'
import { countPageView } from '@/lib/analytics.ts'
import { loadWithRetry } from '@/lib/first-screen.ts'
import { isRemembered } from '@/lib/session/stored-session.ts'
import { lazyOf, loadable } from '@/ui/loadable.tsx'
import { LoadingScreen } from '@/ui/loading-screen.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { pageAt } from './pages.ts'

// Public pages load neither Mantine nor the backend's client; the application is loaded when a visitor leaves them.
const { Part: PublicSite, load: loadPublicSite } = loadable(() =>
  import('./public-site.tsx').then((m) => ({ default: m.PublicSite })),
)
const { Part: Application, load: loadApplication } = loadable(() =>
  import('./application.tsx').then((m) => ({ default: m.Application, loadPart: m.loadPart })),
)

// The toasts are loaded after the first screen, because their style sheet would make the browser style it again.
// Toasts that are requested earlier are shown once it is loaded.
const LazyToasts = lazyOf(() => loadWithRetry(() => import('@/lib/toast-library.tsx')), 'Toasts')

const PUBLIC_PAGES = routesWith('access', 'public')

/** Loads the code and the first data of the page at a path, so that it is rendered in one step. */
export async function loadPage(path: string): Promise<void> {
  const name = pageAt(path)
  if (isPublic(path)) await loadPublicSite()
  else {
    // Development server only: styles apply in the order in which modules run, and the library's have to come first.
    // Public pages do not load the library's styles: its font would come from a theme that they do not have.
    if (import.meta.env.DEV) await import('./mantine-styles.ts')
    const firstData = import('./first-data.ts').then((m) => m.firstData())
    const { loadPart } = await loadApplication()
    await Promise.all([firstData, name && loadPart(name)])
  }
}

function LandingOrDashboard() {
  if (isRemembered()) return <Redirect to={paths.home} replace />
  return <PublicSite />
}

const isPublic = (path: string) => pageAt(path) === null && routeAt(path) !== null

/** Loads the toasts with the application and keeps them on public pages, which follow a sign-out with a message. */
function Toasts({ path }: { path: string }) {
  const [isOpened, setOpened] = useState(false)
  if (!isOpened && !isPublic(path)) setOpened(true)
  return isOpened ? (
    <Suspense fallback={null}>
      <LazyToasts />
    </Suspense>
  ) : null
}

export function App() {
  const [path] = useLocation()
  // Runs before the other effects, one of which scrolls back to the link that the reader comes back from.
  useLayoutEffect(() => {
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
      <Toasts path={path} />
    </ErrorBoundary>
  )
}
