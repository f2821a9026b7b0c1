/** Every page that is open, with its title. */
export const OPEN = {
  '/': 'Kolpact: Web3 creator campaigns, backed by escrow',
  '/auth/reset-password': 'There is no link here · Kolpact',
  '/auth/callback': 'There is no link here · Kolpact',
  '/terms-of-service': 'Terms of service · Kolpact',
  '/about-us': 'About us · Kolpact',
  '/for-web3-brands': 'For Web3 brands · Kolpact',
  '/for-agencies': 'For agencies · Kolpact',
  '/for-kols': 'For KOLs · Kolpact',
  '/pricing': 'Pricing · Kolpact',
  '/contact': 'Contact · Kolpact',
  '/privacy-policy': 'Privacy policy · Kolpact',
  '/cookie-policy': 'Cookie policy · Kolpact',
}
export const SIGNED_OUT_ONLY = {
  '/login': 'Welcome back · Kolpact',
  '/signup': 'Join with your invite · Kolpact',
  '/forgot-password': 'Reset your password · Kolpact',
}
export const SIGNED_IN_ONLY = [
  '/choose-language',
  '/onboarding',
  '/onboarding/select-role',
  '/onboarding/profile-setup',
  '/onboarding/choose-language',
  '/dashboard',
  '/dashboard/orders?tab=completed',
  '/dashboard/no/such/page',
]
/** Every place of the dashboard that needs no id, with its heading. */
export const DASHBOARD = {
  '/dashboard': /^Hello, /,
  '/dashboard/discover': 'Discover creators',
  '/dashboard/saved-searches': 'Saved searches',
  '/dashboard/orders': 'Orders',
  '/dashboard/messages': 'Messages',
  '/dashboard/payments': 'Payments',
  '/dashboard/notifications': 'Notifications',
  '/dashboard/campaigns': 'Campaigns',
  '/dashboard/packs': 'My packs',
  '/dashboard/settings': 'Settings',
  '/dashboard/settings/security': 'Settings',
}
/** The sections of the staff's page. */
export const STAFF = [
  '/dashboard/staff',
  '/dashboard/staff/disputes',
  '/dashboard/staff/reports',
  '/dashboard/staff/suspense',
  '/dashboard/staff/chargebacks',
  '/dashboard/staff/proposals',
  '/dashboard/staff/members',
  '/dashboard/staff/invites',
  '/dashboard/staff/names',
  '/dashboard/staff/audit',
  '/dashboard/staff/settings',
]
