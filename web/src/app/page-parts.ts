import { ROUTES, routesWith, type Access } from '@/domain/routes.ts'
import { loadWords } from '@/lib/i18n/i18n.ts'
import { lazyOf, loadable, type Loadable } from '@/ui/loadable.tsx'
import { PAGES, namespacesOf, type PageName } from './pages.ts'

/** Loads a page together with its texts. */
const withWords = (name: PageName) => async () => {
  const [page] = await Promise.all([PAGES[name].fetch(), loadWords(namespacesOf(name))])
  return page
}

/** One component for each page; the preloading and the router use the same one. */
export const PAGE_PARTS = Object.fromEntries(
  (Object.keys(PAGES) as PageName[]).map((name) => [name, loadable(withWords(name))]),
) as Record<PageName, Loadable<object>>

/** The routes that the router mounts for a kind of access, in the order of the table. */
export const pagesFor = (access: Exclude<Access, 'public'>) =>
  routesWith('access', access).map((name) => ({
    name,
    path: ROUTES[name].path,
    load: PAGE_PARTS[name].load,
    page: PAGE_PARTS[name].Part,
  }))

export const NotFoundPage = lazyOf(
  () => import('@/features/public/not-found-page.tsx'),
  'NotFoundPage',
)
