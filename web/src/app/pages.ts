import { lazy, type ComponentType } from 'react'
import { ROUTES, routesWith, type Access, type RouteName, type Named } from '@/domain/routes.ts'
import { wordsOf } from '@/domain/words.ts'
import { loadWords } from '@/lib/i18n.ts'
import { loadable, type Loadable } from '@/ui/loadable.tsx'

/** What a page shows first, asked for before it is drawn; `id` is the parameter of its path. */
export type FirstData = (id: string, userId: string) => Promise<unknown>[]
type Load = () => Promise<{ default: ComponentType; firstData?: FirstData }>
type PageName = Exclude<RouteName, Named<'access', 'public'>>

/** The page of every route that the application shows, loaded when it is opened or when there is time. */
const LOADS: Record<PageName, Load> = {
  login: () => import('@/features/auth/login-page.tsx').then((m) => ({ default: m.LoginPage })),
  signup: () => import('@/features/auth/signup-page.tsx').then((m) => ({ default: m.SignupPage })),
  forgotPassword: () =>
    import('@/features/auth/forgot-password-page.tsx').then((m) => ({
      default: m.ForgotPasswordPage,
    })),
  resetPassword: () =>
    import('@/features/auth/reset-password-page.tsx').then((m) => ({
      default: m.ResetPasswordPage,
    })),
  authCallback: () =>
    import('@/features/auth/callback-page.tsx').then((m) => ({ default: m.CallbackPage })),
  unsubscribe: () =>
    import('@/features/public/unsubscribe-page.tsx').then((m) => ({ default: m.UnsubscribePage })),
  chooseLanguage: () =>
    import('@/features/onboarding/choose-language-page.tsx').then((m) => ({
      default: m.ChooseLanguagePage,
    })),
  onboarding: () =>
    import('@/features/onboarding/onboarding-page.tsx').then((m) => ({
      default: m.OnboardingPage,
    })),
  home: () => import('@/app/list-pages.ts').then((m) => ({ default: m.HomePage })),
  discover: () =>
    import('@/features/discover/discover-page.tsx').then((m) => ({ default: m.DiscoverPage })),
  creator: () =>
    import('@/features/creator-profile/creator-profile-page.tsx').then((m) => ({
      default: m.CreatorProfilePage,
      firstData: m.firstData,
    })),
  orders: () => import('@/app/list-pages.ts').then((m) => ({ default: m.OrdersPage })),
  order: () => import('@/features/orders/order-page.tsx').then((m) => ({ default: m.OrderPage })),
  orderByNumber: () =>
    import('@/features/orders/order-page.tsx').then((m) => ({ default: m.OrderPage })),
  checkout: () => import('@/app/more-pages.ts').then((m) => ({ default: m.CheckoutPage })),
  messages: () =>
    import('@/features/messages/messages-page.tsx').then((m) => ({ default: m.MessagesPage })),
  packs: () => import('@/app/more-pages.ts').then((m) => ({ default: m.PacksPage })),
  savedSearches: () =>
    import('@/app/more-pages.ts').then((m) => ({ default: m.SavedSearchesPage })),
  shortlist: () => import('@/app/more-pages.ts').then((m) => ({ default: m.ShortlistPage })),
  campaigns: () => import('@/app/more-pages.ts').then((m) => ({ default: m.CampaignsPage })),
  campaign: () => import('@/app/more-pages.ts').then((m) => ({ default: m.CampaignPage })),
  deadlines: () => import('@/app/more-pages.ts').then((m) => ({ default: m.DeadlinesPage })),
  precedents: () => import('@/app/more-pages.ts').then((m) => ({ default: m.PrecedentsPage })),
  payments: () => import('@/app/more-pages.ts').then((m) => ({ default: m.PaymentsPage })),
  staff: () =>
    import('@/features/staff/staff-page.tsx').then((m) => ({
      default: m.StaffPage,
      firstData: m.firstData,
    })),
  notifications: () =>
    import('@/app/list-pages.ts').then((m) => ({ default: m.NotificationsPage })),
  settings: () => import('@/app/more-pages.ts').then((m) => ({ default: m.SettingsPage })),
}

/** A page is there once its words are, too. */
const withWords = (name: PageName) => async () => {
  const [page] = await Promise.all([LOADS[name](), loadWords(wordsOf(name))])
  return page
}

/** By name, so that what is loaded ahead and what the router mounts are the same. */
export const PAGES = Object.fromEntries(
  (Object.keys(LOADS) as PageName[]).map((name) => [name, loadable(withWords(name))]),
) as Record<PageName, Loadable<object>>

/** Of the pages whose own file holds its queries. */
export const firstDataOf = async (name: RouteName) =>
  name in LOADS ? (await LOADS[name as PageName]()).firstData : undefined

/** What the router mounts for a kind of access, in the order of the routes. */
export const pagesFor = (access: Exclude<Access, 'public'>) =>
  routesWith('access', access).map((name) => ({
    name,
    path: ROUTES[name].path,
    load: PAGES[name].load,
    page: PAGES[name].Part,
  }))

export const NotFoundPage = lazy(() =>
  import('@/features/public/not-found-page.tsx').then((m) => ({ default: m.NotFoundPage })),
)
