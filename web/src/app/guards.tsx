import { Button } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Redirect, useLocation, useSearch } from 'wouter'
import { useProfileState } from '@/shared/members/profile.tsx'
import { loginPath, paths, returnToOf, withReturnTo } from '@/domain/paths.ts'
import { SLOW_AFTER_MS } from '@/lib/constants.ts'
import { toUserMessage } from '@/lib/api/errors.ts'
import { probeConnectivity, useConnection } from '@/lib/online.ts'
import { askToLeave } from '@/lib/session/leaving.ts'
import { useSession } from '@/lib/session/session.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import { LoadingScreen } from '@/ui/loading-screen.tsx'
import { Page } from '@/ui/page.tsx'

interface Props {
  children: ReactNode
}

/** A loading screen while the connection or the session is not known yet. */
function Waiting({ onRetry }: { onRetry?: () => void }) {
  const connection = useConnection()
  useEffect(() => {
    const timer = setTimeout(() => void probeConnectivity(), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <LoadingScreen connection={connection} onRetry={onRetry} onSignOut={() => void askToLeave()} />
  )
}

/** Renders nothing until it is known whether a member is signed in. */
export function SessionGate({ children }: Props) {
  const loading = useSession((state) => state.status === 'loading')
  return loading ? <Waiting /> : children
}

function useHere(): string {
  const [path] = useLocation()
  const search = useSearch()
  return `${path}${search && `?${search}`}${location.hash}`
}

/** A redirect. Its key makes it run again if the target page also redirects, as for /login?returnTo=/login. */
const RedirectTo = ({ to }: { to: string }) => <Redirect key={to} to={to} replace />

/** A member who still has to enter the code of the second factor does that on /login. */
export function SignedOutOnly({ children }: Props) {
  const { status, owesCode } = useSession()
  const [path] = useLocation()
  const search = useSearch()
  if (owesCode)
    return path === paths.login ? children : <RedirectTo to={loginPath(returnToOf(search))} />
  if (status === 'signed-in') return <RedirectTo to={returnToOf(search) ?? paths.home} />
  return children
}

/** An expired session leads to /login and then back to this page; a sign-out leads to the start page. */
export function SignedInOnly({ children }: Props) {
  const { status, left, owesCode } = useSession()
  const here = useHere()
  if (status === 'signed-in' && !owesCode) return children
  return left === 'by-choice' ? <Leave /> : <RedirectTo to={loginPath(here)} />
}

/** Redirects to the start page once; after that the browser is treated as a visitor's. */
function Leave() {
  useEffect(() => useSession.setState({ left: 'never' }), [])
  return <Redirect to={paths.landing} replace />
}

function ProfileGate({ children }: Props) {
  const { t } = useTranslation()
  const { profile, loading, error, refetch } = useProfileState()
  if (profile) return children
  if (loading || !error) return <Waiting onRetry={() => void refetch()} />
  return (
    <Page width="narrow">
      <ErrorState message={toUserMessage(error)} onRetry={() => void refetch()} />
      <Button mt="md" variant="subtle" onClick={() => void askToLeave()}>
        {t('nav.sign_out')}
      </Button>
    </Page>
  )
}

/** Sends members to onboarding until it is finished, and then back to the page that they opened. */
export function DashboardGuard({ children }: Props) {
  const { profile } = useProfileState()
  const here = useHere()
  if (profile && !profile.onboarded_at)
    return <Redirect to={withReturnTo(paths.onboarding(), here)} replace />
  return <ProfileGate>{children}</ProfileGate>
}

export function OnboardingGuard({ children }: Props) {
  const { profile } = useProfileState()
  const search = useSearch()
  if (profile?.onboarded_at) return <RedirectTo to={returnToOf(search) ?? paths.home} />
  return <ProfileGate>{children}</ProfileGate>
}
