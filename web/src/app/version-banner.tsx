import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { paths } from '@/domain/paths.ts'
import { isReplaced, ownEntry } from '@/lib/new-version.ts'
import { Banner } from '@/ui/banner.tsx'

const AGAIN_MS = 5 * 60_000

/**
 * A tab that stays open for days learns of a new version when somebody comes back to it, or when a
 * file of the old one is gone. There is no service worker: nothing old is ever served. What was
 * typed is kept by drafts, so reloading loses nothing; it waits for the person all the same.
 */
export function VersionBanner() {
  const { t } = useTranslation()
  const [replaced, setReplaced] = useState(false)
  useEffect(() => {
    let asked = 0
    const ask = async () => {
      asked = Date.now()
      if (await isReplaced(ownEntry(), paths.home)) setReplaced(true)
    }
    const look = () => {
      if (document.visibilityState === 'visible' && Date.now() - asked > AGAIN_MS) void ask()
    }
    const askAtOnce = () => void ask()
    document.addEventListener('visibilitychange', look)
    addEventListener('vite:preloadError', askAtOnce)
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('vite:preloadError', askAtOnce)
    }
  }, [])
  if (!replaced) return null
  return (
    <Banner
      icon={RefreshCw}
      text={t('new_version')}
      actions={
        <button type="button" onClick={() => location.reload()}>
          {t('new_version_load')}
        </button>
      }
    />
  )
}
