// The queues come first; their forms when one is opened.
import { layer } from '@/ui/loadable.tsx'
import type { NoteDialogProps } from './note-dialog.tsx'
import type { SuspendDialogProps } from './suspend-dialog.tsx'

const isOpen = ({ opened }: { opened: boolean }) => opened

export const NoteDialog = layer<NoteDialogProps>(isOpen, () =>
  import('./note-dialog.tsx').then((m) => ({ default: m.NoteDialog })),
)
export const SuspendDialog = layer<SuspendDialogProps>(isOpen, () =>
  import('./suspend-dialog.tsx').then((m) => ({ default: m.SuspendDialog })),
)
