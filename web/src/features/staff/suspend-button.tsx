import { Checkbox, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { useStaffAction } from './staff-actions.ts'

interface Props extends ButtonProps {
  profileId: string
  name: string
}

export function SuspendButton({ profileId, name, ...button }: Props) {
  const { t } = useTranslation('staff')
  const [withInvitees, setWithInvitees] = useState(false)
  const act = useStaffAction()
  return (
    <ConfirmButton
      danger
      variant="subtle"
      {...button}
      title={t('suspend_title', { name })}
      text={
        <>
          {t('suspend_text')}
          <Checkbox
            mt="md"
            label={t('with_invitees')}
            checked={withInvitees}
            onChange={(event) => setWithInvitees(event.currentTarget.checked)}
          />
        </>
      }
      confirmLabel={t('suspend')}
      onConfirm={() => act.mutateAsync({ act: 'suspend', profileId, withInvitees })}
    >
      {t('suspend')}
    </ConfirmButton>
  )
}
