import { safeReturnTo } from '@/domain/paths.ts'

/** Where a newcomer wanted to go, kept while they are away reading the e-mail. */
const KEY = 'kolpact-return-to'

export function keepReturnTo(path: string | null): void {
  if (path) localStorage.setItem(KEY, path)
  else localStorage.removeItem(KEY)
}

export function keptReturnTo(): string | null {
  return safeReturnTo(localStorage.getItem(KEY))
}
