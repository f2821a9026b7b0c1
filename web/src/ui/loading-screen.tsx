import { useState } from 'react'
import { isFirstScreen } from '@/lib/first-screen.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { LogoMark } from './logo.tsx'
import { useWaiting } from './use-waiting.ts'
import styles from './page.module.css'

interface Props {
  connection?: 'online' | 'offline' | 'unreachable'
  onRetry?: () => void
  onSignOut?: () => void
}

/** A loading screen. After a while it says that loading takes long, and then why, with a button to try again. */
export function LoadingScreen({
  connection = 'online',
  onRetry = () => location.reload(),
  onSignOut,
}: Props) {
  const { t } = useTranslation()
  // The time of waiting for the first screen counts from the opening of the page.
  const [passedMs] = useState(() => (isFirstScreen() ? performance.now() : 0))
  const waiting = useWaiting(true, passedMs)
  const known = connection === 'online' ? null : t(`loading_${connection}`)
  return (
    <main className={styles.loading} aria-busy="true" data-waiting={waiting}>
      <span className={styles.pulse}>
        <LogoMark size={44} />
      </span>
      <h1>{t('loading_title')}</h1>
      <p>{t('loading_text')}</p>
      <p role="status">{known ?? (waiting === 'briefly' ? null : t(waiting))}</p>
      {waiting === 'stuck' && (
        <div className={styles.ways}>
          <button type="button" onClick={onRetry}>
            {t('retry')}
          </button>
          {onSignOut && (
            <button type="button" onClick={onSignOut}>
              {t('nav.sign_out')}
            </button>
          )}
        </div>
      )}
    </main>
  )
}
