import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import primitives from '@/ui/primitives.module.css'
import { NoteDialog } from './lazy-dialogs.ts'
import { useStaffAction } from './staff-actions.ts'

interface Props extends ButtonProps {
  profileId: string
  name: string
}

/** Ends the freeze of an account, and of the whole person where another account was charged back. */
export function UnfreezeButton({ profileId, name, ...button }: Props) {
  const { t } = useTranslation('staff')
  const act = useStaffAction()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" {...button} onClick={() => setOpen(true)}>
        {t('unfreeze')}
      </Button>
      <NoteDialog
        opened={open}
        onClose={close}
        title={t('unfreeze_title', { name })}
        label={t('unfreeze_note')}
        submit={t('unfreeze')}
        busy={act.isPending}
        place={`staff:unfreeze:${profileId}`}
        onSubmit={(note) => act.mutateAsync({ act: 'unfreeze', profileId, note }).then(close)}
      >
        <p className={primitives.quiet}>{t('unfreeze_text')}</p>
      </NoteDialog>
    </>
  )
}
