import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { APP_CODE_DIGITS, PASSWORD_MIN } from '@/lib/constants.ts'
import { authCode } from '@/lib/api/errors.ts'
import { unwrap } from '@/lib/api/supabase.ts'
import { useCredentialForm } from '@/lib/form.ts'
import { toast } from '@/lib/toast.ts'
import { CodeField } from '@/ui/code-field.tsx'
import { Form, FormError } from '@/ui/form.tsx'
import { PasswordField } from '@/ui/password-field.tsx'
import { adoptSession, type ProvedMailbox } from './proof.ts'
import { passwordSchema } from './schemas.ts'

interface Props {
  /** Verifies the link. It is called when the password is sent, unless the link was verified before. */
  prove: () => Promise<ProvedMailbox | null>
  proved: ProvedMailbox | null
  /** True to accept the present password as the new one, because the member may have chosen it at sign-up. */
  acceptsSame?: boolean
  onSaved: () => void
  /** Called if the link has been used or has expired. */
  onExpired: () => void
}

/** Verifies the second factor, because access to the mailbox alone must not give access to the account. */
async function proveFactor({ client, factors }: ProvedMailbox, code: string): Promise<void> {
  const factorId = factors[0]?.id
  if (factorId) await unwrap(client.auth.mfa.challengeAndVerify({ factorId, code }))
}

interface State {
  proved: ProvedMailbox | null
  setProved: (proved: ProvedMailbox) => void
  code: string
}

function useSave({ prove, acceptsSame, ...then }: Props, { proved, setProved, code }: State) {
  const { t } = useTranslation('auth')
  return useMutation({
    meta: { silent: true },
    /** Returns false if the code of the second factor has to be entered first. */
    async mutationFn(password: string): Promise<boolean> {
      const known = proved ?? (await prove())
      if (!known) throw new Error('the link proves no account')
      setProved(known)
      if (known.factors.length > 0) {
        if (code.length < APP_CODE_DIGITS) return false
        await proveFactor(known, code)
        setProved({ ...known, factors: [] })
      }
      const { error } = await known.client.auth.updateUser({ password })
      if (error && !(acceptsSame && authCode(error) === 'same_password')) throw error
      await adoptSession(known)
      return true
    },
    onSuccess(saved) {
      if (!saved) return
      toast.success(t('reset.done'))
      then.onSaved()
    },
    onError(error) {
      if (!proved && authCode(error) === 'otp_expired') then.onExpired()
    },
  })
}

export function NewPasswordForm(props: Props) {
  const { t } = useTranslation(['auth', 'security'])
  const [proved, setProved] = useState(props.proved)
  const [code, setCode] = useState('')
  const form = useCredentialForm(passwordSchema, { password: '', again: '' })
  const asksForCode = Boolean(proved?.factors.length)

  const save = useSave(props, { proved, setProved, code })

  return (
    <Form onSubmit={form.handleSubmit(({ password }) => save.mutate(password))}>
      <FormError error={save.error} />
      <PasswordField
        {...form.fieldOf('password')}
        label={t('field.new_password')}
        description={t('field.password_hint', { count: PASSWORD_MIN })}
        autoComplete="new-password"
        size="md"
      />
      <PasswordField
        {...form.fieldOf('again')}
        label={t('field.password_again')}
        autoComplete="new-password"
        size="md"
      />
      {asksForCode && (
        <CodeField
          label={t('security:code.label')}
          description={t('security:code.hint')}
          digits={APP_CODE_DIGITS}
          value={code}
          onChange={setCode}
          error={save.data === false ? t('reset.code_needed') : undefined}
          size="md"
        />
      )}
      <Button type="submit" size="md" loading={save.isPending}>
        {t('reset.submit')}
      </Button>
    </Form>
  )
}
