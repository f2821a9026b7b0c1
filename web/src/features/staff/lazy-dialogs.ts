// The queues come first; their forms when one is opened.
import { isOpened, lazyDialog } from '@/ui/loadable.tsx'
import type { NoteDialogProps } from './note-dialog.tsx'
import type { SuspendDialogProps } from './suspend-dialog.tsx'

export const NoteDialog = lazyDialog<NoteDialogProps>(isOpened, () =>
  import('./note-dialog.tsx').then((m) => ({ default: m.NoteDialog })),
)
export const SuspendDialog = lazyDialog<SuspendDialogProps>(isOpened, () =>
  import('./suspend-dialog.tsx').then((m) => ({ default: m.SuspendDialog })),
)
