import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, Redirect } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { authCode, isMissingVerifier } from '@/lib/api/errors.ts'
import { useSession } from '@/lib/session/session.ts'
import { AuthLayout } from './auth-layout.tsx'
import { ConfirmEmailChange } from './confirm-email-change.tsx'
import { ConfirmSignUp, Welcome } from './confirm-sign-up.tsx'
import { WithKeptProof } from './kept-or.tsx'
import { ConfirmLinkExpired, LinkChecking, LinkResult, LinkUnchecked } from './link-states.tsx'
import { MailCodeForm } from './mail-code-form.tsx'
import type { ProvedMailbox } from './proof.ts'
import { ProvedReset } from './reset-password-page.tsx'
import { useContinue } from './use-go-on.ts'
import { useExchangedCode, useMailLink } from './use-mail-link.ts'

/** Target of the links in all mails of Auth, except those for a lost password. */
export function CallbackPage() {
  const link = useMailLink()
  const goOn = useContinue()
  switch (link.kind) {
    case 'failed':
      return <ConfirmLinkExpired />
    case 'code':
      return <Exchange code={link.code} onDone={goOn} />
    case 'none':
      return <NoLink onDone={goOn} />
    case 'hash': {
      const proof = { token_hash: link.tokenHash, type: link.type }
      if (link.type === 'email_change') return <ConfirmEmailChange proof={proof} />
      if (link.type === 'recovery') return <ProvedReset proof={proof} />
      return <ConfirmSignUp proof={proof} onDone={goOn} />
    }
  }
}

function Exchange({ code, onDone }: { code: string; onDone: () => void }) {
  const { t } = useTranslation('auth')
  const query = useExchangedCode(code)
  if (query.isPending) return <LinkChecking />
  if (query.data) return <Welcome proved={query.data} isOwn onDone={onDone} />
  if (isMissingVerifier(query.error))
    return <LinkResult title={t('link.elsewhere_title')} text={t('link.elsewhere_text')} />
  if (authCode(query.error)) return <ConfirmLinkExpired />
  return <LinkUnchecked error={query.error} onRetry={() => void query.refetch()} />
}

/** The page when it is opened without a link: it asks for the code in the mail. */
function NoLink({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('auth')
  const signedIn = useSession((state) => state.status === 'signed-in')
  const [proved, setProved] = useState<ProvedMailbox | null>(null)
  const [tried] = useState(() => (history.state as { email?: string } | null)?.email)
  if (proved) return <Welcome proved={proved} onDone={onDone} />
  return (
    <WithKeptProof email={tried} render={(kept) => <Welcome proved={kept} onDone={onDone} />}>
      {signedIn ? (
        <Redirect to={paths.home} replace />
      ) : (
        <AuthLayout
          title={t('link.none_title')}
          text={t('link.none_text')}
          foot={<Link href={paths.login}>{t('forgot.back')}</Link>}
        >
          <MailCodeForm type="signup" suggested={tried} onProved={setProved} />
        </AuthLayout>
      )}
    </WithKeptProof>
  )
}
