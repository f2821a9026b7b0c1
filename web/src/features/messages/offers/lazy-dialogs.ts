// A conversation comes first; the forms of its offers when one is opened.
import { lazyDialog } from '@/ui/loadable.tsx'

export const OfferDialog = lazyDialog(() => import('./offer-dialog.tsx'), 'OfferDialog')
export const AcceptDialog = lazyDialog(() => import('./accept-dialog.tsx'), 'AcceptDialog')
