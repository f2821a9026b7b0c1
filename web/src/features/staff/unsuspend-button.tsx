import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NoteDialog } from './lazy-dialogs.ts'
import { useStaffAction } from './staff-actions.ts'

interface Props extends ButtonProps {
  profileId: string
  name: string
}

/** Ends a suspension, with the reason that the audit keeps. */
export function UnsuspendButton({ profileId, name, ...button }: Props) {
  const { t } = useTranslation('staff')
  const act = useStaffAction()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" {...button} onClick={() => setOpen(true)}>
        {t('unsuspend')}
      </Button>
      <NoteDialog
        opened={open}
        onClose={close}
        title={t('unsuspend_title', { name })}
        label={t('unsuspend_note')}
        submit={t('unsuspend')}
        busy={act.isPending}
        place={`staff:unsuspend:${profileId}`}
        onSubmit={(note) => act.mutateAsync({ act: 'unsuspend', profileId, note }).then(close)}
      />
    </>
  )
}
