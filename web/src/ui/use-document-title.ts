import { useEffect } from 'react'
import { isolated } from '@/lib/i18n/text.ts'

export const documentTitle = (title: string) => `${isolated(title)} · Kolpact`

export function useDocumentTitle(title: string | undefined) {
  useEffect(() => {
    if (title) document.title = documentTitle(title)
  }, [title])
}
