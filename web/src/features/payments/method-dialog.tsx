import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { MethodForm } from './method-form.tsx'

interface Props {
  opened: boolean
  onClose: () => void
}

export function MethodDialog({ opened, onClose }: Props) {
  const { t } = useTranslation('payments')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('method_title')}>
      <MethodForm onDone={onClose} onCancel={onClose} />
    </Dialog>
  )
}
