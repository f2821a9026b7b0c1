// A conversation comes first; the forms of its offers when one is opened.
import { isOpened, layer } from '@/ui/loadable.tsx'
import type { AcceptDialogProps } from './accept-dialog.tsx'
import type { OfferDialogProps } from './offer-dialog.tsx'

export const OfferDialog = layer<OfferDialogProps>(isOpened, () =>
  import('./offer-layers.ts').then((m) => ({ default: m.OfferDialog })),
)
export const AcceptDialog = layer<AcceptDialogProps>(isOpened, () =>
  import('./offer-layers.ts').then((m) => ({ default: m.AcceptDialog })),
)
