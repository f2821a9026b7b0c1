import { Button } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { toast } from '@/lib/toast.ts'
import { useCaptcha } from '@/ui/use-captcha.tsx'
import primitives from '@/ui/primitives.module.css'
import { useResendConfirmation } from './actions.ts'

export function ResendLink({ email }: { email: string }) {
  const { t } = useTranslation('auth')
  const resend = useResendConfirmation()
  const captcha = useCaptcha()
  if (!email) return null
  return (
    <>
      {!resend.isSuccess && captcha.field}
      <Button
        variant="default"
        size="xs"
        mt="xs"
        display="block"
        loading={resend.isPending}
        disabled={resend.isSuccess}
        onClick={() =>
          captcha.withToken((captchaToken) =>
            resend.mutate(
              { email, captchaToken },
              { onSuccess: () => toast.success(t('resend.done')) },
            ),
          )
        }
      >
        {resend.isSuccess ? t('resend.done') : t('resend.again')}
      </Button>
      {resend.isSuccess && <p className={primitives.quiet}>{t('resend.password')}</p>}
    </>
  )
}
