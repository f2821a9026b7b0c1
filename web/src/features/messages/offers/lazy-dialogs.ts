// A conversation comes first; the forms of its offers when one is opened.
import { isOpened, lazyDialog } from '@/ui/loadable.tsx'
import type { AcceptDialogProps } from './accept-dialog.tsx'
import type { OfferDialogProps } from './offer-dialog.tsx'

export const OfferDialog = lazyDialog<OfferDialogProps>(isOpened, () =>
  import('./offer-dialog.tsx').then((m) => ({ default: m.OfferDialog })),
)
export const AcceptDialog = lazyDialog<AcceptDialogProps>(isOpened, () =>
  import('./accept-dialog.tsx').then((m) => ({ default: m.AcceptDialog })),
)
