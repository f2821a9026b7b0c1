import 'i18next'
import type refusals from '../../../supabase/errors.json'
import type notices from '../../../supabase/notices/en.json'
import type auth from '../locales/en/auth.json'
import type brief from '../locales/en/brief.json'
import type campaigns from '../locales/en/campaigns.json'
import type changedTerms from '../locales/en/changed-terms.json'
import type checkout from '../locales/en/checkout.json'
import type common from '../locales/en/common.json'
import type creatorProfile from '../locales/en/creator-profile.json'
import type deadlines from '../locales/en/deadlines.json'
import type discover from '../locales/en/discover.json'
import type errors from '../locales/en/errors.json'
import type files from '../locales/en/files.json'
import type filters from '../locales/en/filters.json'
import type home from '../locales/en/home.json'
import type landing from '../locales/en/landing.json'
import type legal from '../locales/en/legal.json'
import type messages from '../locales/en/messages.json'
import type notifications from '../locales/en/notifications.json'
import type offers from '../locales/en/offers.json'
import type onboarding from '../locales/en/onboarding.json'
import type orders from '../locales/en/orders.json'
import type packs from '../locales/en/packs.json'
import type pages from '../locales/en/pages.json'
import type payments from '../locales/en/payments.json'
import type precedents from '../locales/en/precedents.json'
import type promise from '../locales/en/promise.json'
import type savedSearches from '../locales/en/saved-searches.json'
import type security from '../locales/en/security.json'
import type settings from '../locales/en/settings.json'
import type shortlist from '../locales/en/shortlist.json'
import type site from '../locales/en/site.json'
import type staff from '../locales/en/staff.json'
import type suspension from '../locales/en/suspension.json'

// The English files are the type of every key: a key that they miss does not compile.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    strictKeyChecks: true
    resources: {
      auth: typeof auth
      brief: typeof brief
      campaigns: typeof campaigns
      'changed-terms': typeof changedTerms
      checkout: typeof checkout
      common: typeof common
      'creator-profile': typeof creatorProfile
      deadlines: typeof deadlines
      discover: typeof discover
      errors: typeof errors
      files: typeof files
      filters: typeof filters
      home: typeof home
      landing: typeof landing
      legal: typeof legal
      messages: typeof messages
      notices: typeof notices
      notifications: typeof notifications
      offers: typeof offers
      onboarding: typeof onboarding
      orders: typeof orders
      packs: typeof packs
      pages: typeof pages
      payments: typeof payments
      precedents: typeof precedents
      promise: typeof promise
      refusals: Record<keyof typeof refusals, string>
      'saved-searches': typeof savedSearches
      security: typeof security
      settings: typeof settings
      shortlist: typeof shortlist
      site: typeof site
      staff: typeof staff
      suspension: typeof suspension
    }
  }
}
