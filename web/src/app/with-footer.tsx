import { lazy, type ReactNode } from 'react'

// The dashboard, which most visits open, never shows it.
const SiteFooter = lazy(() =>
  import('@/features/public/site-footer.tsx').then((m) => ({ default: m.SiteFooter })),
)

/** The footer shows on every page except those under /dashboard. */
export function WithFooter({ children }: { children: ReactNode }) {
  return (
    <>
      <div style={{ minHeight: '80dvh' }}>{children}</div>
      <SiteFooter />
    </>
  )
}
