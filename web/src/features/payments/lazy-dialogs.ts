// The library that checks account numbers comes when a dialog is opened that needs it.
import type { ComponentProps } from 'react'
import { isOpened, lazyDialog } from '@/ui/loadable.tsx'
import type { MethodDialog as Method } from './method-dialog.tsx'
import type { PayoutDialog as Payout } from './payout-dialog.tsx'

export const MethodDialog = lazyDialog<ComponentProps<typeof Method>>(isOpened, () =>
  import('./method-dialog.tsx').then((m) => ({ default: m.MethodDialog })),
)
export const PayoutDialog = lazyDialog<ComponentProps<typeof Payout>>(isOpened, () =>
  import('./payout-dialog.tsx').then((m) => ({ default: m.PayoutDialog })),
)
