import type { ReactNode } from 'react'
import { SiteFooter } from '@/features/public/site-footer.tsx'

/** The footer shows on every page except those under /dashboard. */
export function WithFooter({ children }: { children: ReactNode }) {
  return (
    <>
      <div style={{ minHeight: '80dvh' }}>{children}</div>
      <SiteFooter />
    </>
  )
}
