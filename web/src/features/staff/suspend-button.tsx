import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { lazyDialog } from '@/ui/loadable.tsx'

const SuspendDialog = lazyDialog(() => import('./suspend-dialog.tsx'), 'SuspendDialog')

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
      <SuspendDialog opened={open} onClose={close} profileId={profileId} name={name} />
    </>
  )
}
