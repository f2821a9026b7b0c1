// Imports every page of the application with the texts that it needs. This file does not use React, because the
// entry uses it to load the first page in parallel to the application.
import type { ComponentType } from 'react'
import { routeAt, ROUTES, type Access, type Named, type RouteName } from '@/domain/routes.ts'
import type { Locale } from '@/lib/i18n/locales.ts'
import { WORDS_OF_ORDERS } from '@/lib/constants.ts'
import { isRemembered } from '@/lib/session/stored-session.ts'
import { prepareFormats } from '@/lib/i18n/prepare-formats.ts'
import { MEMBERS_WORDS, readWords } from '@/lib/i18n/words.ts'

interface Page {
  fetch: () => Promise<{ default: ComponentType }>
  /** Translation namespaces that the page needs beside those of its kind of access. */
  words: readonly string[]
}

/** A page, given the name of its component. */
function page<Name extends string>(
  name: Name,
  fetchModule: () => Promise<Record<Name, ComponentType>>,
  words: readonly string[] = [],
): Page {
  return { fetch: async () => ({ default: (await fetchModule())[name] }), words }
}

export type PageName = Exclude<RouteName, Named<'access', 'public'>>

export const PAGES: Record<PageName, Page> = {
  login: page('LoginPage', () => import('@/features/auth/login-page.tsx')),
  signup: page('SignupPage', () => import('@/features/auth/signup-page.tsx')),
  forgotPassword: page(
    'ForgotPasswordPage',
    () => import('@/features/auth/forgot-password-page.tsx'),
  ),
  resetPassword: page('ResetPasswordPage', () => import('@/features/auth/reset-password-page.tsx')),
  authCallback: page('CallbackPage', () => import('@/features/auth/callback-page.tsx')),
  notMe: page('NotMePage', () => import('@/features/public/unsubscribe-page.tsx')),
  unsubscribe: page('UnsubscribePage', () => import('@/features/public/unsubscribe-page.tsx')),
  chooseLanguage: page(
    'ChooseLanguagePage',
    () => import('@/features/onboarding/choose-language-page.tsx'),
  ),
  onboarding: page('OnboardingPage', () => import('@/features/onboarding/onboarding-page.tsx')),

  home: page('HomePage', () => import('@/features/home/home-page.tsx'), ['home', 'notices']),
  discover: page('DiscoverPage', () => import('@/features/discover/discover-page.tsx'), [
    'discover',
  ]),
  creator: page(
    'CreatorProfilePage',
    () => import('@/features/creator-profile/creator-profile-page.tsx'),
  ),
  ordering: page('OrderingPage', () => import('@/features/ordering/ordering-page.tsx'), [
    'ordering',
  ]),
  orders: page('OrdersPage', () => import('@/features/orders/list/orders-page.tsx')),
  order: page('OrderPage', () => import('@/features/orders/page/order-page.tsx')),
  orderByNumber: page('OrderPage', () => import('@/features/orders/page/order-page.tsx')),
  editBrief: page('EditBriefPage', () => import('@/features/orders/brief/edit-brief-page.tsx')),
  checkout: page('CheckoutPage', () => import('@/features/checkout/checkout-page.tsx')),
  messages: page('MessagesPage', () => import('@/features/messages/messages-page.tsx')),
  packs: page('PacksPage', () => import('@/features/packs/packs-page.tsx'), ['packs']),
  savedSearches: page(
    'SavedSearchesPage',
    () => import('@/features/saved-searches/saved-searches-page.tsx'),
    ['saved-searches'],
  ),
  shortlist: page('ShortlistPage', () => import('@/features/shortlist/shortlist-page.tsx'), [
    'shortlist',
  ]),
  campaigns: page('CampaignsPage', () => import('@/features/campaigns/campaigns-page.tsx'), [
    'campaigns',
  ]),
  campaign: page('CampaignPage', () => import('@/features/campaigns/campaign-page.tsx'), [
    'campaigns',
  ]),
  deadlines: page('DeadlinesPage', () => import('@/features/deadlines/deadlines-page.tsx'), [
    'deadlines',
  ]),
  precedents: page('PrecedentsPage', () => import('@/features/precedents/precedents-page.tsx'), [
    'precedents',
  ]),
  payments: page('PaymentsPage', () => import('@/features/payments/payments-page.tsx')),
  figures: page('FiguresPage', () => import('@/features/payments/figures-page.tsx'), ['figures']),
  staff: page('StaffPage', () => import('@/features/staff/staff-page.tsx'), ['staff', 'figures']),
  staffMember: page('StaffMemberPage', () => import('@/features/staff/staff-member-page.tsx'), [
    'staff',
  ]),
  notifications: page(
    'NotificationsPage',
    () => import('@/features/notifications/notifications-page.tsx'),
    ['notices'],
  ),
  settings: page('SettingsPage', () => import('@/features/settings/settings-page.tsx'), [
    'auth',
    'security',
    'settings',
  ]),
}

/** The page at a path. For a member's page a visitor gets the sign-in page; null for a public page. */
export function pageAt(path: string): PageName | null {
  const name = routeAt(path)
  if (name === null || !(name in PAGES)) return null
  return ROUTES[name].access === 'member' && !isRemembered() ? 'login' : (name as PageName)
}

const WORDS: Record<Exclude<Access, 'public'>, readonly string[]> = {
  open: ['auth'],
  'signed-out': ['auth', 'site'],
  'signed-in': ['onboarding'],
  onboarding: ['onboarding'],
  member: MEMBERS_WORDS,
}

/** The first screen of these pages has no text about an order. */
const WITHOUT_ORDERS: readonly PageName[] = ['discover', 'creator']

/** Translation namespaces that a page needs beside `common`. */
export const namespacesOf = (name: PageName): readonly string[] => [
  'errors',
  ...WORDS[ROUTES[name].access],
  ...(ROUTES[name].access === 'member' && !WITHOUT_ORDERS.includes(name) ? WORDS_OF_ORDERS : []),
  ...PAGES[name].words,
]

/** Loads code, texts and data of the first page in parallel. Errors are ignored, because the start requests the same again. */
export function prefetchPage(path: string, locale: Locale): void {
  const name = pageAt(path)
  if (name === null) return
  const words = ['common', ...namespacesOf(name)].map((each) => readWords(locale, each))
  const data = import('./first-data.ts').then(({ firstData }) => {
    prepareFormats(locale)
    return firstData()
  })
  const code = [import('./application.tsx'), PAGES[name].fetch()]
  void Promise.all([data, ...code, ...words]).catch(() => {})
}
