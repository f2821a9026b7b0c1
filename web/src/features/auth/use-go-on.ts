import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { keepReturnTo, keptReturnTo } from './return-to.ts'
import { keepSigningUp } from './signing-up.ts'

/** After a confirmed sign-up, leads to the page that the visitor first wanted to open. */
export function useContinue(): () => void {
  const [, go] = useLocation()
  return useCallback(() => {
    const target = keptReturnTo()
    keepReturnTo(null)
    keepSigningUp(null)
    go(target ?? paths.home, { replace: true })
  }, [go])
}
