import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { SuspendForm } from './suspend-form.tsx'

export interface SuspendDialogProps {
  opened: boolean
  onClose: () => void
  profileId: string
  name: string
}

export function SuspendDialog({ opened, onClose, profileId, name }: SuspendDialogProps) {
  const { t } = useTranslation('staff')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('suspend_title', { name })}>
      {opened && <SuspendForm profileId={profileId} onClose={onClose} />}
    </Dialog>
  )
}
