import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '@/ui/dialog.tsx'
import { SuspendForm } from './suspend-form.tsx'

interface Props extends ButtonProps {
  profileId: string
  name: string
}

export function SuspendButton({ profileId, name, ...button }: Props) {
  const { t } = useTranslation('staff')
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button color="red" variant="subtle" {...button} onClick={() => setOpen(true)}>
        {t('suspend')}
      </Button>
      <Dialog opened={open} onClose={close} title={t('suspend_title', { name })}>
        {open && <SuspendForm profileId={profileId} onClose={close} />}
      </Dialog>
    </>
  )
}
