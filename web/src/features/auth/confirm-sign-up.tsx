import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { authCode } from '@/lib/api/errors.ts'
import { AuthLayout } from './auth-layout.tsx'
import { keepProof } from './kept-proof.ts'
import { ConfirmLinkExpired, LinkChecking, LinkUnchecked } from './link-states.tsx'
import { forgetMailLink } from './mail-link.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { adoptSession, proveMailbox, type Proof, type ProvedMailbox } from './proof.ts'
import { isSigningUp } from './signing-up.ts'
import { useVerifiedToken } from './use-mail-link.ts'

interface Props {
  proof: Proof
  onDone: () => void
}

/** Handles the link of a sign-up. The browser where it began confirms at once; others ask for a new password first. */
export function ConfirmSignUp({ proof, onDone }: Props) {
  const [begunHere] = useState(() => isSigningUp())
  return begunHere ? (
    <ConfirmBegun proof={proof} onDone={onDone} />
  ) : (
    <ChoosePassword prove={() => proveMailbox(proof)} proved={null} onDone={onDone} />
  )
}

function ConfirmBegun({ proof, onDone }: Props) {
  const query = useVerifiedToken(proof)
  if (query.isPending) return <LinkChecking />
  if (query.data) return <Welcome proved={query.data} onDone={onDone} />
  if (!query.error || authCode(query.error) === 'otp_expired') return <ConfirmLinkExpired />
  return <LinkUnchecked error={query.error} onRetry={() => void query.refetch()} />
}

interface WelcomeProps {
  proved: ProvedMailbox
  /** True if the link itself proves that the mail was requested in this browser. */
  isOwn?: boolean
  onDone: () => void
}

/** Signs in directly if the sign-up began here; otherwise the visitor first chooses a password. */
export function Welcome({ proved, isOwn: known = false, onDone }: WelcomeProps) {
  const [isOwn] = useState(() => proved.hasPassword && (known || isSigningUp(proved.email)))
  const query = useQuery({
    queryKey: ['mail-link', 'adopt', proved.userId],
    enabled: isOwn,
    retry: false,
    meta: { silent: true },
    queryFn: () => adoptSession(proved).then(() => true),
  })
  useEffect(() => {
    if (query.data) onDone()
  }, [query.data, onDone])
  if (!isOwn) return <ChoosePassword prove={async () => proved} proved={proved} onDone={onDone} />
  if (query.error) return <LinkUnchecked error={query.error} onRetry={() => void query.refetch()} />
  return <LinkChecking />
}

interface ChooseProps {
  prove: () => Promise<ProvedMailbox | null>
  proved: ProvedMailbox | null
  onDone: () => void
}

function ChoosePassword({ prove, proved: known, onDone }: ChooseProps) {
  const { t } = useTranslation('auth')
  const [expired, setExpired] = useState(false)
  const [proved, setProved] = useState(known)
  /** Uses up the link and keeps the proof, in case the password cannot be saved at once. */
  async function proveLink() {
    const now = await prove()
    if (now) forgetMailLink()
    setProved(now)
    return now
  }
  useLayoutEffect(() => (proved ? keepProof(proved) : undefined), [proved])
  const emailText = proved?.hasPassword ? 'confirm.text_email' : 'confirm.text_removed'
  if (expired) return <ConfirmLinkExpired />
  return (
    <AuthLayout
      title={t('confirm.title')}
      text={proved ? t(emailText, { email: proved.email }) : t('confirm.text')}
      foot={<Link href={paths.login}>{t('forgot.back')}</Link>}
    >
      <NewPasswordForm
        prove={proveLink}
        proved={known}
        acceptsSame
        onExpired={() => {
          forgetMailLink()
          setExpired(true)
        }}
        onSaved={onDone}
      />
    </AuthLayout>
  )
}
