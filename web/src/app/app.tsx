import { Suspense, useEffect, useState } from 'react'
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

// Public pages need neither Mantine nor the backend's client; the application comes on the way in.
const { Part: PublicSite, load: loadPublicSite } = loadable(() =>
  import('./public-site.tsx').then((m) => ({ default: m.PublicSite })),
)
const { Part: Application, load: loadApplication } = loadable(() =>
  import('./application.tsx').then((m) => ({ default: m.Application, loadPart: m.loadPart })),
)

// Comes once the first screen stands, which its sheet would have styled again; what is said before
// waits for it.
const LazyToasts = lazyOf(() => loadWithRetry(() => import('@/lib/toast-library.tsx')), 'Toasts')

const PUBLIC_PAGES = routesWith('access', 'public')

/** The code and the first data of the page at a path, so that it is drawn in one go. */
export async function loadPage(path: string): Promise<void> {
  const name = pageAt(path)
  if (isPublic(path)) await loadPublicSite()
  else {
    // Without a build, styles apply in the order in which modules run: the library's come before those of parts.
    // A public page has none of the library, whose font would be that of a theme that is not there.
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

/** Toasts come with the application and outlive it: the last words to a member are read on a public page. */
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
      <Toasts path={path} />
    </ErrorBoundary>
  )
}
