// A conversation comes first; the forms of its offers when one is opened.
import { layer } from '@/ui/loadable.tsx'
import type { AcceptDialogProps } from './accept-dialog.tsx'
import type { OfferDialogProps } from './offer-dialog.tsx'

const isOpen = ({ opened }: { opened: boolean }) => opened

export const OfferDialog = layer<OfferDialogProps>(isOpen, () =>
  import('./offer-layers.ts').then((m) => ({ default: m.OfferDialog })),
)
export const AcceptDialog = layer<AcceptDialogProps>(isOpen, () =>
  import('./offer-layers.ts').then((m) => ({ default: m.AcceptDialog })),
)
