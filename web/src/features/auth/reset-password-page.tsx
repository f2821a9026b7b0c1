import { useLayoutEffect, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, useLocation } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { authCode, isMissingVerifier } from '@/lib/api/errors.ts'
import { useSession } from '@/lib/session/session.ts'
import { AuthLayout } from './auth-layout.tsx'
import { WithKeptProof } from './kept-or.tsx'
import { keepProof } from './kept-proof.ts'
import { LinkChecking, LinkUnchecked, ResetLinkExpired } from './link-states.tsx'
import { MailCodeForm } from './mail-code-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import type { Proof, ProvedMailbox } from './proof.ts'
import { useExchangedCode, useMailLink, useVerifiedToken } from './use-mail-link.ts'

/** Target of the link in a mail for a lost password. */
export function ResetPasswordPage() {
  const link = useMailLink()
  switch (link.kind) {
    case 'failed':
      return <ResetLinkExpired />
    case 'code':
      return <ExchangedReset code={link.code} />
    case 'hash':
      return <ProvedReset proof={{ token_hash: link.tokenHash, type: link.type }} />
    case 'none':
      return (
        <WithKeptProof render={(proved) => <ChoosePassword proved={proved} />}>
          <NoLink />
        </WithKeptProof>
      )
  }
}

export function ProvedReset({ proof }: { proof: Proof }) {
  return <Checked query={useVerifiedToken(proof)} />
}

function ExchangedReset({ code }: { code: string }) {
  return <Checked query={useExchangedCode(code)} />
}

interface Query {
  isPending: boolean
  data: ProvedMailbox | null | undefined
  error: unknown
  refetch: () => unknown
}

function Checked({ query }: { query: Query }) {
  if (query.isPending) return <LinkChecking />
  if (query.data) return <ChoosePassword proved={query.data} />
  if (!query.error || authCode(query.error) || isMissingVerifier(query.error))
    return <ResetLinkExpired />
  return <LinkUnchecked error={query.error} onRetry={() => void query.refetch()} />
}

/** Form for a new password. It shows the address, because the link may belong to another person. */
export function ChoosePassword({ proved }: { proved: ProvedMailbox }) {
  const { t } = useTranslation('auth')
  const [, go] = useLocation()
  const [expired, setExpired] = useState(false)
  // A layout effect deletes the proof as soon as the page is left, even while the next page is loading.
  useLayoutEffect(() => keepProof(proved), [proved])
  if (expired) return <ResetLinkExpired />
  return (
    <AuthLayout
      title={t('reset.title')}
      text={t('reset.text', { email: proved.email })}
      foot={<Link href={paths.login}>{t('forgot.back')}</Link>}
    >
      <NewPasswordForm
        prove={async () => proved}
        proved={proved}
        onExpired={() => setExpired(true)}
        onSaved={() => go(paths.home, { replace: true })}
      />
    </AuthLayout>
  )
}

/** The page when it is opened without a link: it asks for the code in the mail. */
function NoLink() {
  const { t } = useTranslation('auth')
  const signedIn = useSession((state) => state.status === 'signed-in')
  const [proved, setProved] = useState<ProvedMailbox | null>(null)
  if (proved) return <ChoosePassword proved={proved} />
  return (
    <AuthLayout
      title={t('link.none_title')}
      text={t('reset.none_text')}
      foot={
        signedIn ? (
          <Link href={paths.settings('security')}>{t('reset.in_settings')}</Link>
        ) : (
          <Link href={paths.forgotPassword}>{t('reset.ask_again')}</Link>
        )
      }
    >
      <MailCodeForm type="recovery" onProved={setProved} />
    </AuthLayout>
  )
}
