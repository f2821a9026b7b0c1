import { Button } from '@mantine/core'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, useSearch } from 'wouter'
import { paths, returnToOf, withReturnTo } from '@/domain/paths.ts'
import { PASSWORD_MIN } from '@/lib/constants.ts'
import { useCredentialForm } from '@/lib/form.ts'
import { toast } from '@/lib/toast.ts'
import { Form } from '@/ui/form.tsx'
import { useCaptcha } from '@/ui/use-captcha.tsx'
import { PasswordField } from '@/ui/password-field.tsx'
import { useSignup } from './actions.ts'
import { AuthLayout } from './auth-layout.tsx'
import { CheckYourMail } from './check-your-mail.tsx'
import { EmailField } from './email-field.tsx'
import { useInviteCheck } from './invite-check.ts'
import { keepReturnTo } from './return-to.ts'
import { signupSchema, type SignupInput } from './schemas.ts'
import { AgreedTerms, InviteField, RoleField, SignupProblem } from './signup-fields.tsx'
import { useSentTo } from './use-sent-to.tsx'

function codeOf(search: string): string {
  const params = new URLSearchParams(search)
  return params.get('invite') ?? params.get('code') ?? ''
}

function roleOf(search: string): SignupInput['role'] {
  const role = new URLSearchParams(search).get('role')
  return role === 'brand' || role === 'kol' ? role : ''
}

function setFixedRole(form: Pick<UseFormReturn<SignupInput>, 'setValue'>, role: unknown) {
  if (role === 'brand' || role === 'kol') form.setValue('role', role)
}

export function SignupPage() {
  const { t } = useTranslation(['auth', 'common'])
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
  const invite = useInviteCheck(form.watch('inviteCode'))
  const fixedRole = invite.result?.role
  useEffect(() => setFixedRole(form, fixedRole), [fixedRole, form])
  const [sentTo, keepSentTo] = useSentTo()
  if (sentTo) return <CheckYourMail email={sentTo} onOther={() => keepSentTo(null)} />

  function submit(input: SignupInput) {
    keepReturnTo(returnTo)
    captcha.withToken((captchaToken) =>
      signup.mutate(
        { ...input, captchaToken },
        {
          onSuccess: ({ session }) => {
            toast.success(t('signup.success'))
            if (!session) keepSentTo(input.email)
          },
        },
      ),
    )
  }

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
        <SignupProblem error={signup.error} />
        <InviteField form={form} invite={invite} />
        <RoleField form={form} isFixed={Boolean(fixedRole)} />
        <EmailField {...form.fieldOf('email')} />
        <PasswordField
          {...form.fieldOf('password')}
          label={t('common:password')}
          description={t('field.password_hint', { count: PASSWORD_MIN })}
          autoComplete="new-password"
          size="md"
        />
        {captcha.field}
        <Button type="submit" size="md" loading={signup.isPending}>
          {t('signup.submit')}
        </Button>
        <AgreedTerms />
      </Form>
    </AuthLayout>
  )
}
