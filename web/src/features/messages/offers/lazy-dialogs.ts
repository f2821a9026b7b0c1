// The forms of offers are loaded when one is opened, so that the conversation does not wait for them.
import { lazyDialog } from '@/ui/loadable.tsx'

export const OfferDialog = lazyDialog(() => import('./offer-dialog.tsx'), 'OfferDialog')
export const AcceptDialog = lazyDialog(() => import('./accept-dialog.tsx'), 'AcceptDialog')
