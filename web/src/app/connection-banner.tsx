import { useIsFetching, useQueryClient, type Query } from '@tanstack/react-query'
import { Hourglass, WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { probeConnectivity, useConnection } from '@/lib/online.ts'
import { askToLeave } from '@/lib/session/leaving.ts'
import { useAwaitedCode } from '@/ui/awaited-code.tsx'
import { Banner } from '@/ui/banner.tsx'
import { useWaiting } from '@/ui/use-waiting.ts'
import styles from './connection-banner.module.css'

/** True for a query of the open page that has no data yet. */
const isAwaited = (query: Query) => query.state.data === undefined && query.isActive()

/** Tells the reader about a lost connection, or that the open page takes long to load. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const connection = useConnection()
  const client = useQueryClient()
  const code = useAwaitedCode()
  const isCodeAwaited = code.page + code.press > 0
  const isFetching = useIsFetching({ predicate: isAwaited }) > 0
  const waiting = useWaiting(isFetching || isCodeAwaited)
  useEffect(() => {
    if (waiting !== 'briefly') void probeConnectivity()
  }, [waiting])

  if (connection === 'offline') return <Banner icon={WifiOff} text={t('offline')} />
  const isReached = connection === 'online'
  const slow = waiting === 'briefly' ? null : t(waiting)
  // A browser requests code whose loading failed again only after a reload.
  const retry = () =>
    isCodeAwaited && !isFetching
      ? location.reload()
      : void client.invalidateQueries({ refetchType: 'active' })
  return (
    <>
      <Banner
        icon={isReached ? Hourglass : WifiOff}
        text={isReached ? slow : t('unreachable')}
        actions={
          (waiting === 'stuck' || !isReached) && (
            <>
              <button type="button" onClick={retry}>
                {t('retry')}
              </button>
              <button type="button" onClick={() => void askToLeave()}>
                {t('nav.sign_out')}
              </button>
            </>
          )
        }
      />
      <p role="status" className={styles.opening}>
        {code.press > 0 && <span>{t('opening')}</span>}
      </p>
    </>
  )
}
