import { safeReturnTo } from '@/domain/paths.ts'
import { STORAGE_KEYS } from '@/lib/constants.ts'

export function keepReturnTo(path: string | null): void {
  if (path) localStorage.setItem(STORAGE_KEYS.returnTo, path)
  else localStorage.removeItem(STORAGE_KEYS.returnTo)
}

export function keptReturnTo(): string | null {
  return safeReturnTo(localStorage.getItem(STORAGE_KEYS.returnTo))
}
