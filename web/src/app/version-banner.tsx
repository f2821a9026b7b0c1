import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { paths } from '@/domain/paths.ts'
import { isVersionReplaced, ownEntry } from '@/lib/new-version.ts'
import { Banner } from '@/ui/banner.tsx'

const AGAIN_MS = 5 * 60_000

/**
 * Tells the reader of a new version when they come back to a tab that was open for long, or when a file of the
 * old version is missing. There is no service worker, so a reload always gets the new version. The page reloads only
 * when the reader asks for it, although drafts keep typed text.
 */
export function VersionBanner() {
  const { t } = useTranslation()
  const [replaced, setReplaced] = useState(false)
  useEffect(() => {
    let asked = 0
    const ask = async () => {
      asked = Date.now()
      if (await isVersionReplaced(ownEntry(), paths.home)) setReplaced(true)
    }
    const checkIfDue = () => {
      if (document.visibilityState === 'visible' && Date.now() - asked > AGAIN_MS) void ask()
    }
    const askAtOnce = () => void ask()
    document.addEventListener('visibilitychange', checkIfDue)
    addEventListener('vite:preloadError', askAtOnce)
    return () => {
      document.removeEventListener('visibilitychange', checkIfDue)
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
