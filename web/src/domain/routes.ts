// Defines every page of the client once. After a new row, the compiler asks for the page (app/pages.ts, or
// app/public-site.tsx for a public one), and the browser tests for its heading. The router, links, the
// navigation, the footer, the prerendering and the browser tests use this table. It has no imports, because
// the build reads it too.

/** Who may open a page, which also determines where the router mounts it. */
export type Access =
  /** One page for everybody, rendered when the site is built. */
  | 'public'
  /** Anybody. These pages need the application: the targets of links in e-mails. */
  | 'open'
  /** Visitors only; members are redirected to their home page. */
  | 'signed-out'
  /** Everybody who is signed in, before and after onboarding. */
  | 'signed-in'
  /** Members who have not finished onboarding. */
  | 'onboarding'
  /** Members, inside the dashboard. */
  | 'member'

type Route = {
  /** The path: `:name` is a parameter, `:name?` an optional one. */
  path: string
  access: Access
  /** Members whose navigation contains the page, in the order of this table. Its text is `common:nav.<name>`. */
  nav?: 'brand' | 'kol' | 'both' | 'staff' | 'account'
  /** The route in the navigation that is marked while this page is open. */
  within?: string
  /** The column of the footer that links to the page. The text of the link is `site:link.<name>`. */
  footer?: 'product' | 'company' | 'legal'
  /** True if the header of public pages also links to the page. */
  header?: boolean
}

export const ROUTES = {
  landing: { path: '/', access: 'public' },
  forBrands: { path: '/for-web3-brands', access: 'public', footer: 'product', header: true },
  forAgencies: { path: '/for-agencies', access: 'public', footer: 'product', header: true },
  forKols: { path: '/for-kols', access: 'public', footer: 'product', header: true },
  pricing: { path: '/pricing', access: 'public', footer: 'product', header: true },
  about: { path: '/about-us', access: 'public', footer: 'company' },
  contact: { path: '/contact', access: 'public', footer: 'company' },
  reclaim: { path: '/reclaim', access: 'public', footer: 'legal' },
  terms: { path: '/terms-of-service', access: 'public', footer: 'legal' },
  privacy: { path: '/privacy-policy', access: 'public', footer: 'legal' },
  cookies: { path: '/cookie-policy', access: 'public', footer: 'legal' },

  login: { path: '/login', access: 'signed-out' },
  signup: { path: '/signup', access: 'signed-out' },
  forgotPassword: { path: '/forgot-password', access: 'signed-out' },
  resetPassword: { path: '/auth/reset-password', access: 'open' },
  authCallback: { path: '/auth/callback', access: 'open' },
  notMe: { path: '/not-me', access: 'open' },
  unsubscribe: { path: '/unsubscribe', access: 'open' },
  chooseLanguage: { path: '/choose-language', access: 'signed-in' },
  onboarding: { path: '/onboarding/:step?', access: 'onboarding' },

  home: { path: '/dashboard', access: 'member', nav: 'both' },
  staff: { path: '/dashboard/staff/:section?', access: 'member', nav: 'staff' },
  discover: { path: '/dashboard/discover', access: 'member', nav: 'brand' },
  creator: { path: '/dashboard/kol-profile/:profileId', access: 'member', within: 'discover' },
  ordering: { path: '/dashboard/ordering/:packId', access: 'member', within: 'discover' },
  orders: { path: '/dashboard/orders', access: 'member', nav: 'both' },
  order: { path: '/dashboard/orders/:orderId', access: 'member', within: 'orders' },
  orderByNumber: { path: '/orders/:orderId', access: 'member', within: 'orders' },
  editBrief: { path: '/dashboard/brief/:orderId', access: 'member', within: 'orders' },
  checkout: { path: '/dashboard/checkout/:orderId', access: 'member', within: 'orders' },
  messages: { path: '/dashboard/messages/:profileId?', access: 'member', nav: 'both' },
  packs: { path: '/dashboard/packs', access: 'member', nav: 'kol' },
  savedSearches: { path: '/dashboard/saved-searches', access: 'member', nav: 'brand' },
  shortlist: { path: '/dashboard/shortlist', access: 'member', nav: 'brand' },
  campaigns: { path: '/dashboard/campaigns', access: 'member', nav: 'both' },
  campaign: { path: '/dashboard/campaigns/:campaignId', access: 'member', within: 'campaigns' },
  deadlines: { path: '/dashboard/deadlines', access: 'member', within: 'orders' },
  precedents: { path: '/dashboard/rulings', access: 'member', within: 'orders' },
  payments: { path: '/dashboard/payments', access: 'member', nav: 'both' },
  figures: { path: '/dashboard/payments/figures', access: 'member', within: 'payments' },
  staffMember: { path: '/dashboard/staff/members/:profileId', access: 'member', within: 'staff' },
  notifications: { path: '/dashboard/notifications', access: 'member', nav: 'account' },
  settings: { path: '/dashboard/settings/:section?', access: 'member', nav: 'account' },
} as const satisfies Record<string, Route>

/** The sections of the staff page in groups by subject. */
export const STAFF_GROUPS = {
  cases: ['approvals', 'disputes', 'reports', 'suspensions', 'people', 'proposals'],
  money: ['suspense', 'payouts', 'failed', 'chargebacks', 'books'],
  members: ['members', 'invites', 'names'],
  market: ['figures', 'audit', 'settings'],
} as const

/** The sections of pages with the parameter `:section`, in the order of the screen. */
export const SECTIONS = {
  settings: [
    'profile',
    'company',
    'wallet',
    'invites',
    'emails',
    'briefs',
    'appearance',
    'security',
    'account',
  ],
  staff: Object.values(STAFF_GROUPS).flat(),
} as const satisfies { [Name in RouteName]?: readonly string[] }
export type Section<Name extends keyof typeof SECTIONS> = (typeof SECTIONS)[Name][number]

/** Sections for one role: only brands write briefs, and only creators have a wallet that is paid. */
const FOR_ROLE: Partial<Record<Section<'settings'>, string>> = { briefs: 'brand', wallet: 'kol' }

/** The sections of a member's settings. */
export const settingsSections = (role: string | null): readonly Section<'settings'>[] =>
  SECTIONS.settings.filter((section) => (FOR_ROLE[section] ?? role) === role)

type Routes = typeof ROUTES
export type RouteName = keyof Routes

/** The names of the routes that have a property: `Named<'access', 'member'>`. */
export type Named<Column extends keyof Route, Value = unknown> = {
  [Name in RouteName]: Routes[Name] extends Record<Column, Value> ? Name : never
}[RouteName]

/** The routes with a value in a column, in the order of the table. */
export function routesWith<Column extends keyof Route, const Value extends Route[Column]>(
  column: Column,
  ...values: Value[]
): Named<Column, Value>[] {
  const names = Object.keys(ROUTES) as RouteName[]
  return names.filter((name) =>
    (values as unknown[]).includes((ROUTES[name] as Route)[column]),
  ) as Named<Column, Value>[]
}

/** The route of a path; null if no route matches. */
export function routeAt(path: string): RouteName | null {
  const names = Object.keys(ROUTES) as RouteName[]
  return names.find((name) => patternOf(ROUTES[name].path).test(path)) ?? null
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}/?$`)
