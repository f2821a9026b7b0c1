import { useIsFetching, useQueryClient, type Query } from '@tanstack/react-query'
import { Hourglass, WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { probeConnectivity, useConnection } from '@/lib/online.ts'
import { signOut } from '@/lib/session/session.ts'
import { Banner } from '@/ui/banner.tsx'
import { useWaiting } from '@/ui/use-waiting.ts'

/** True for a query of the open page that has no data yet. */
const isAwaited = (query: Query) => query.state.data === undefined && query.isActive()

/** Tells the reader about a lost connection, or that the open page takes long to load. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const connection = useConnection()
  const client = useQueryClient()
  const waiting = useWaiting(useIsFetching({ predicate: isAwaited }) > 0)
  useEffect(() => {
    if (waiting !== 'briefly') void probeConnectivity()
  }, [waiting])

  if (connection === 'offline') return <Banner icon={WifiOff} text={t('offline')} />
  const isReached = connection === 'online'
  const slow = waiting === 'briefly' ? null : t(waiting)
  return (
    <Banner
      icon={isReached ? Hourglass : WifiOff}
      text={isReached ? slow : t('unreachable')}
      actions={
        (waiting === 'stuck' || !isReached) && (
          <>
            <button
              type="button"
              onClick={() => void client.invalidateQueries({ refetchType: 'active' })}
            >
              {t('retry')}
            </button>
            <button type="button" onClick={() => void signOut()}>
              {t('nav.sign_out')}
            </button>
          </>
        )
      }
    />
  )
}
