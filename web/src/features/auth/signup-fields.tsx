import { Alert, Input, Loader, SegmentedControl, TextInput } from '@mantine/core'
import { CircleCheck, Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import { Trans } from '@/lib/i18n/trans.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { authReason, toUserMessage, weakPassword } from '@/lib/api/errors.ts'
import type { FormFields } from '@/lib/form.ts'
import type { useInviteCheck } from './invite-check.ts'
import type { SignupInput } from './schemas.ts'
import styles from './auth-layout.module.css'

type SignupForm = FormFields<SignupInput>

/** The error of the last attempt, if the form itself has to show it. */
export function SignupProblem({ error }: { error: Error | null }) {
  const { t } = useTranslation('errors')
  const { weak, reasons } = weakPassword(error)
  const reason = weak ? [t('weak_password'), ...reasons].join(' ') : error && authReason(error)
  if (!reason) return null
  return (
    <Alert color="red" role="alert">
      {reason}
    </Alert>
  )
}

interface InviteFieldProps {
  form: SignupForm
  invite: ReturnType<typeof useInviteCheck>
}

export function InviteField({ form, invite }: InviteFieldProps) {
  const { t } = useTranslation('auth')
  const { result } = invite
  const field = form.fieldOf('inviteCode')
  const error =
    field.error ??
    (result && !result.valid ? t('signup.invite_invalid') : undefined) ??
    (invite.error ? toUserMessage(invite.error) : undefined)
  return (
    <>
      <TextInput
        {...field}
        label={t('field.invite')}
        description={t('signup.invite_hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        size="md"
        error={error}
        leftSection={<Ticket size={18} aria-hidden />}
        rightSection={invite.checking ? <Loader size={18} /> : null}
      />
      <div role="status">
        {result && !result.valid && (
          <Link href={paths.contact} style={{ fontSize: '0.875rem' }}>
            {t('signup.no_invite')}
          </Link>
        )}
        {result?.valid && (
          <div className={styles.invite}>
            <CircleCheck size={18} aria-hidden />
            <span>
              {result.inviter_name
                ? t('signup.invited_by', { name: result.inviter_name })
                : t('signup.invited_by_staff')}
            </span>
          </div>
        )}
      </div>
    </>
  )
}

/** Field for the role. An invite may determine it. */
export function RoleField({ form, isFixed }: { form: SignupForm; isFixed: boolean }) {
  const { t } = useTranslation('auth')
  const { value, onChange } = form.controlOf('role')
  return (
    <Input.Wrapper
      label={t('field.role')}
      labelElement="div"
      description={isFixed ? t('signup.role_fixed') : t('signup.role_hint')}
    >
      <SegmentedControl
        mt={8}
        fullWidth
        styles={{ label: { whiteSpace: 'normal' } }}
        value={value}
        onChange={onChange}
        disabled={isFixed}
        aria-label={t('field.role')}
        data={[
          { value: 'brand', label: t('signup.role_brand') },
          { value: 'kol', label: t('signup.role_kol') },
          { value: '', label: t('signup.role_later') },
        ]}
      />
    </Input.Wrapper>
  )
}

/** A link that opens in a new tab, so that the form keeps its input. */
const NewTabLink = ({ href, children }: { href: string; children?: ReactNode }) => (
  <a href={href} target="_blank" rel="noreferrer">
    {children}
  </a>
)

export function AgreedTerms() {
  const { t } = useTranslation('auth')
  return (
    <span style={{ fontSize: '0.8125rem', color: 'var(--k-ink-2)' }}>
      <Trans
        t={t}
        i18nKey="signup.terms"
        components={{
          terms: <NewTabLink href={paths.terms} />,
          privacy: <NewTabLink href={paths.privacy} />,
        }}
      />
    </span>
  )
}
