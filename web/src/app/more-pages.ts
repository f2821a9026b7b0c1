// Pages of a few lines each, with forms, as one file: a phone waits longer for eight files than for
// their lines.
export { CheckoutPage } from '@/features/checkout/checkout-page.tsx'
export { PacksPage } from '@/features/packs/packs-page.tsx'
export { SavedSearchesPage } from '@/features/saved-searches/saved-searches-page.tsx'
export { ShortlistPage } from '@/features/shortlist/shortlist-page.tsx'
export { CampaignsPage } from '@/features/campaigns/campaigns-page.tsx'
export { CampaignPage } from '@/features/campaigns/campaign-page.tsx'
export { DeadlinesPage } from '@/features/deadlines/deadlines-page.tsx'
export { PrecedentsPage } from '@/features/precedents/precedents-page.tsx'
export { PaymentsPage } from '@/features/payments/payments-page.tsx'
export { SettingsPage } from '@/features/settings/settings-page.tsx'
