import { Alert, Button, PasswordInput } from '@mantine/core'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { authReason, weakPassword } from '@/lib/errors.ts'
import { notify } from '@/lib/notify.ts'
import { paths } from '@/lib/paths.ts'
import { useSession } from '@/lib/session.ts'
import { useSetPassword } from './actions.ts'
import { AuthLayout } from './auth-layout.tsx'
import { PASSWORD_MIN, passwordSchema } from './schemas.ts'
import { useWords } from './use-words.ts'

/** Reached by the link of the recovery e-mail, which signs the person in. */
export function ResetPasswordPage() {
  const { t } = useTranslation('auth')
  const words = useWords()
  const [, go] = useLocation()
  const signedIn = useSession((state) => state.status === 'signed-in')
  const save = useSetPassword()
  const form = useForm({
    resolver: zodResolver(passwordSchema),
    defaultValues: { password: '', again: '' },
  })
  const { errors } = form.formState

  if (!signedIn) {
    return (
      <AuthLayout
        title={t('reset.expired_title')}
        text={t('reset.expired_text')}
        foot={<Link href={paths.login}>{t('forgot.back')}</Link>}
      >
        <Button component={Link} href={paths.forgotPassword} size="md" mt="lg">
          {t('reset.ask_again')}
        </Button>
      </AuthLayout>
    )
  }

  function submit({ password }: { password: string }) {
    save.mutate(
      { password },
      {
        onSuccess() {
          notify.success(t('reset.done'))
          go(paths.dashboard, { replace: true })
        },
      },
    )
  }

  const weak = weakPassword(save.error)
  const reason = weak.weak ? weak.reasons.join(' ') : authReason(save.error)
  return (
    <AuthLayout title={t('reset.title')} text={t('reset.text')}>
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        {save.error && reason && (
          <Alert color="red" role="alert">
            {reason}
          </Alert>
        )}
        <PasswordInput
          {...form.register('password')}
          label={t('field.new_password')}
          description={t('field.password_hint', { count: PASSWORD_MIN })}
          autoComplete="new-password"
          size="md"
          error={words(errors.password)}
          visibilityToggleButtonProps={{ 'aria-label': t('field.password_show') }}
        />
        <PasswordInput
          {...form.register('again')}
          label={t('field.password_again')}
          autoComplete="new-password"
          size="md"
          error={words(errors.again)}
          visibilityToggleButtonProps={{ 'aria-label': t('field.password_show') }}
        />
        <Button type="submit" size="md" loading={save.isPending}>
          {t('reset.submit')}
        </Button>
      </form>
    </AuthLayout>
  )
}
