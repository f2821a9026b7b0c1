/** Every path of the application, in one place; links never spell one out. */
export const paths = {
  landing: '/',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/auth/reset-password',
  authCallback: '/auth/callback',
  chooseLanguage: '/choose-language',
  onboarding: '/onboarding',
  onboardingSelectRole: '/onboarding/select-role',
  onboardingProfileSetup: '/onboarding/profile-setup',
  onboardingChooseLanguage: '/onboarding/choose-language',

  terms: '/terms-of-service',
  about: '/about-us',
  forBrands: '/for-web3-brands',
  forAgencies: '/for-agencies',
  forKols: '/for-kols',
  pricing: '/pricing',
  contact: '/contact',
  privacy: '/privacy-policy',
  cookies: '/cookie-policy',
  unsubscribe: '/unsubscribe',

  dashboard: '/dashboard',
  discover: '/dashboard/discover',
  creator: (profileId: string) => `/dashboard/kol-profile/${profileId}`,
  savedSearches: '/dashboard/saved-searches',
  notifications: '/dashboard/notifications',
  orders: '/dashboard/orders',
  order: (orderId: string) => `/dashboard/orders/${orderId}`,
  checkout: (orderId: string) => `/dashboard/checkout/${orderId}`,
  payments: '/dashboard/payments',
  messages: '/dashboard/messages',
  conversation: (profileId: string) => `/dashboard/messages/${profileId}`,
  campaigns: '/dashboard/campaigns',
  campaign: (campaignId: string) => `/dashboard/campaigns/${campaignId}`,
  packs: '/dashboard/packs',
  settings: '/dashboard/settings',
  settingsSection: (section: string) => `/dashboard/settings/${section}`,
  staff: '/dashboard/staff',
} as const

export const RETURN_TO = 'returnTo'

/** Only a path of our own may be returned to: "//evil.example" and "https:" are not. */
export function safeReturnTo(value: string | null | undefined): string | null {
  if (!value?.startsWith('/')) return null
  try {
    const url = new URL(value, 'http://own.invalid')
    return url.origin === 'http://own.invalid' ? `${url.pathname}${url.search}${url.hash}` : null
  } catch {
    return null
  }
}

export function withReturnTo(path: string, returnTo: string | null | undefined): string {
  const safe = safeReturnTo(returnTo)
  if (!safe || safe === paths.dashboard) return path
  return `${path}?${new URLSearchParams({ [RETURN_TO]: safe })}`
}

export function loginPath(returnTo?: string | null): string {
  return withReturnTo(paths.login, returnTo)
}

export function returnToOf(search: string): string | null {
  return safeReturnTo(new URLSearchParams(search).get(RETURN_TO))
}
