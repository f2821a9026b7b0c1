import { lazy, Suspense, type ReactNode } from 'react'

// The dashboard, which most visits open, never shows it.
const SiteFooter = lazy(() =>
  import('@/features/public/site-footer.tsx').then((m) => ({ default: m.SiteFooter })),
)

interface Props {
  /** Without what advertises: for who is already in. */
  isShort?: boolean
  children: ReactNode
}

/** The footer shows on every page except those under /dashboard. */
export function WithFooter({ isShort = false, children }: Props) {
  return (
    <>
      <div style={{ minHeight: '80dvh' }}>{children}</div>
      {/* Below everything else: no page waits for it. */}
      <Suspense fallback={null}>
        <SiteFooter isShort={isShort} />
      </Suspense>
    </>
  )
}
