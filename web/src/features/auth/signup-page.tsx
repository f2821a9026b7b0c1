import {
  Alert,
  Button,
  Input,
  Loader,
  PasswordInput,
  SegmentedControl,
  TextInput,
} from '@mantine/core'
import { CircleCheck, Ticket } from 'lucide-react'
import { useEffect } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useSearch } from 'wouter'
import { paths, returnToOf, withReturnTo } from '@/domain/paths.ts'
import { PASSWORD_MIN } from '@/lib/constants.ts'
import { authReason, toUserMessage, weakPassword } from '@/lib/errors.ts'
import { fieldError, useCredentialForm } from '@/lib/form.ts'
import { toast } from '@/lib/toast.ts'
import { Form } from '@/ui/form.tsx'
import { useCaptcha } from '@/ui/use-captcha.tsx'
import { useSignup } from './actions.ts'
import { AuthLayout } from './auth-layout.tsx'
import { CheckYourMail } from './check-your-mail.tsx'
import { useInviteCheck } from './invite-check.ts'
import { keepReturnTo } from './return-to.ts'
import { signupSchema, type SignupInput } from './schemas.ts'
import styles from './auth-layout.module.css'

function codeOf(search: string): string {
  const params = new URLSearchParams(search)
  return params.get('invite') ?? params.get('code') ?? ''
}

function roleOf(search: string): SignupInput['role'] {
  const role = new URLSearchParams(search).get('role')
  return role === 'brand' || role === 'kol' ? role : ''
}

export function SignupPage() {
  const { t } = useTranslation(['auth', 'errors'])
  const search = useSearch()
  const returnTo = returnToOf(search)
  const signup = useSignup()
  const captcha = useCaptcha()
  const form = useCredentialForm(signupSchema, {
    inviteCode: codeOf(search),
    email: '',
    password: '',
    role: roleOf(search),
  })
  const { errors } = form.formState
  const invite = useInviteCheck(useWatch({ control: form.control, name: 'inviteCode' }))
  const fixedRole = invite.result?.role
  useEffect(() => {
    if (fixedRole === 'brand' || fixedRole === 'kol') form.setValue('role', fixedRole)
  }, [fixedRole, form])

  if (signup.isSuccess && !signup.data.session)
    return <CheckYourMail email={signup.variables.email} />

  function submit(input: SignupInput) {
    keepReturnTo(returnTo)
    captcha.withToken((captchaToken) =>
      signup.mutate(
        { ...input, captchaToken },
        { onSuccess: () => void toast.success(t('signup.success')) },
      ),
    )
  }

  const weak = weakPassword(signup.error)
  const inviteError =
    fieldError(errors.inviteCode) ??
    (invite.result && !invite.result.valid ? t('signup.invite_invalid') : undefined) ??
    (invite.error ? toUserMessage(invite.error) : undefined)

  return (
    <AuthLayout
      title={t('signup.title')}
      text={t('signup.text')}
      foot={
        <>
          {t('signup.have_account')}{' '}
          <Link href={withReturnTo(paths.login, returnTo)}>{t('signup.sign_in')}</Link>
        </>
      }
    >
      <Form onSubmit={form.handleSubmit(submit)}>
        {signup.error && (weak.weak || authReason(signup.error)) && (
          <Alert color="red" role="alert">
            {weak.weak
              ? [t('errors:weak_password'), ...weak.reasons].join(' ')
              : authReason(signup.error)}
          </Alert>
        )}
        <TextInput
          {...form.register('inviteCode')}
          label={t('field.invite')}
          description={t('signup.invite_hint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          size="md"
          error={inviteError}
          leftSection={<Ticket size={18} aria-hidden />}
          rightSection={invite.checking ? <Loader size={18} /> : null}
        />
        <div role="status">
          {invite.result?.valid && (
            <div className={styles.invite}>
              <CircleCheck size={18} aria-hidden />
              <span>
                {invite.result.inviter_name
                  ? t('signup.invited_by', { name: invite.result.inviter_name })
                  : t('signup.invited_by_house')}
              </span>
            </div>
          )}
        </div>
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => (
            <Input.Wrapper
              label={t('field.role')}
              labelElement="div"
              description={fixedRole ? t('signup.role_fixed') : t('signup.role_hint')}
            >
              <SegmentedControl
                mt={8}
                fullWidth
                value={field.value}
                onChange={field.onChange}
                disabled={Boolean(fixedRole)}
                aria-label={t('field.role')}
                data={[
                  { value: 'brand', label: t('signup.role_brand') },
                  { value: 'kol', label: t('signup.role_kol') },
                  { value: '', label: t('signup.role_later') },
                ]}
              />
            </Input.Wrapper>
          )}
        />
        <TextInput
          {...form.register('email')}
          label={t('field.email')}
          type="email"
          autoComplete="email"
          size="md"
          error={fieldError(errors.email)}
        />
        <PasswordInput
          {...form.register('password')}
          label={t('field.password')}
          description={t('field.password_hint', { count: PASSWORD_MIN })}
          autoComplete="new-password"
          size="md"
          error={fieldError(errors.password)}
          visibilityToggleButtonProps={{ 'aria-label': t('field.password_show') }}
        />
        {captcha.field}
        <Button type="submit" size="md" loading={signup.isPending}>
          {t('signup.submit')}
        </Button>
        <span style={{ fontSize: '0.8125rem', color: 'var(--k-ink-2)' }}>
          <Trans
            t={t}
            i18nKey="signup.terms"
            components={{
              terms: <Link href={paths.terms} />,
              privacy: <Link href={paths.privacy} />,
            }}
          />
        </span>
      </Form>
    </AuthLayout>
  )
}
