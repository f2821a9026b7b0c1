import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { notify } from '@/lib/notify.ts'
import { useResendConfirmation } from './actions.ts'

export function ResendLink({ email }: { email: string }) {
  const { t } = useTranslation('auth')
  const resend = useResendConfirmation()
  if (!email) return null
  return (
    <Button
      variant="default"
      size="xs"
      mt="xs"
      display="block"
      loading={resend.isPending}
      disabled={resend.isSuccess}
      onClick={() =>
        resend.mutate(email, { onSuccess: () => void notify.success(t('resend.done')) })
      }
    >
      {resend.isSuccess ? t('resend.done') : t('resend.again')}
    </Button>
  )
}
