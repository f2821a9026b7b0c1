import { Suspense, type ReactNode } from 'react'
import { useSession } from '@/lib/session/session.ts'
import { lazyOf } from '@/ui/loadable.tsx'
import { PageHeader } from '@/ui/page.tsx'
import { ListSkeleton } from '@/ui/query-view.tsx'
import styles from './second-factor.module.css'

const FactorCard = lazyOf(() => import('./factor-card.tsx'), 'FactorCard')

interface Props {
  title: string
  /** Text that says why the second factor is required here. */
  text: string
  children: ReactNode
}

/** Renders its children if the session has a second factor; otherwise asks for it first. */
export function FactorGate({ title, text, children }: Props) {
  const level = useSession((state) => state.level)
  if (level === 'aal2') return children
  return (
    <div className={styles.gate}>
      <PageHeader title={title} description={text} />
      <Suspense fallback={<ListSkeleton rows={1} />}>
        <FactorCard />
      </Suspense>
    </div>
  )
}
