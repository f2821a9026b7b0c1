// What opens over a conversation, as one file.
export { AcceptDialog } from './accept-dialog.tsx'
export { OfferDialog } from './offer-dialog.tsx'
