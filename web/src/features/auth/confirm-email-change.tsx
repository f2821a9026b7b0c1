import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { authCode } from '@/lib/api/errors.ts'
import { useSession } from '@/lib/session/session.ts'
import { LinkChecking, LinkResult, LinkUnchecked } from './link-states.tsx'
import { adoptSession, type Proof, type ProvedMailbox } from './proof.ts'
import { useVerifiedToken } from './use-mail-link.ts'

/** Handles a link that confirms a change of address; each of the two mailboxes gets a link. */
export function ConfirmEmailChange({ proof }: { proof: Proof }) {
  const { t } = useTranslation('auth')
  const query = useVerifiedToken(proof)
  if (query.isPending) return <LinkChecking />
  if (query.data) return <Changed proved={query.data} />
  if (!query.error)
    return (
      <LinkResult title={t('email_change.half_title')} text={t('email_change.half_text')}>
        <Button component={Link} href={paths.home} size="md" mt="lg">
          {t('email_change.go_on')}
        </Button>
      </LinkResult>
    )
  if (authCode(query.error) === 'otp_expired')
    return (
      <LinkResult title={t('callback.failed_title')} text={t('email_change.expired_text')}>
        <Button component={Link} href={paths.settings('security')} size="md" mt="lg">
          {t('email_change.ask_again')}
        </Button>
      </LinkResult>
    )
  return <LinkUnchecked error={query.error} onRetry={() => void query.refetch()} />
}

/**
 * The result of a change of address. The change has ended all other sessions, perhaps also the one of this browser. A
 * member who was signed in here is signed in again.
 */
function Changed({ proved }: { proved: ProvedMailbox }) {
  const { t } = useTranslation('auth')
  const own = useSession((state) => state.user?.id === proved.userId)
  const query = useQuery({
    queryKey: ['mail-link', 'changed', proved.userId, proved.email],
    staleTime: Infinity,
    retry: false,
    meta: { silent: true, refresh: 'never' },
    queryFn: async () => {
      if (own) await adoptSession(proved)
      else await proved.client.auth.signOut({ scope: 'local' })
      return true
    },
  })
  if (query.isPending) return <LinkChecking />
  return (
    <LinkResult
      title={t('email_change.done_title')}
      text={t('email_change.done_text', { email: proved.email })}
    >
      {own ? (
        <Button component={Link} href={paths.home} size="md" mt="lg">
          {t('email_change.go_on')}
        </Button>
      ) : undefined}
    </LinkResult>
  )
}
