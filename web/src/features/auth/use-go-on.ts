import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { keepReturnTo, keptReturnTo } from './return-to.ts'
import { keepSigningUp } from './signing-up.ts'

/** From a confirmed sign-up to where the newcomer wanted to go. */
export function useGoOn(): () => void {
  const [, go] = useLocation()
  return useCallback(() => {
    const target = keptReturnTo()
    keepReturnTo(null)
    keepSigningUp(null)
    go(target ?? paths.home, { replace: true })
  }, [go])
}
