import { useQueryClient } from '@tanstack/react-query'
import { Construction } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { loadTerms, useTerms } from '@/domain/use-terms.ts'
import { tokenOf } from '@/lib/api/errors.ts'
import { Banner } from '@/ui/banner.tsx'

const AGAIN_MS = 60_000

/**
 * Says during maintenance that nothing can be changed. The client learns of it by a refused action, and then loads the
 * terms at an interval until they say that it is over.
 */
export function MaintenanceBanner() {
  const { t } = useTranslation()
  const isOn = useTerms(({ maintenance }) => maintenance === 1)
  const client = useQueryClient()
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (isOn || event.type !== 'updated' || event.action.type !== 'error') return
        if (tokenOf(event.action.error) === 'market_in_maintenance') void loadTerms()
      }),
    [client, isOn],
  )
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => void loadTerms(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [isOn])
  return <Banner icon={Construction} text={isOn ? t('maintenance') : null} />
}
