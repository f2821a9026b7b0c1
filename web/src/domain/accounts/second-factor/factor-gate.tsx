import { LockKeyhole } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '@/lib/session.ts'
import { PageHeader } from '@/ui/page-header.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import styles from './second-factor.module.css'

const FactorCheck = lazy(() =>
  import('./factor-check.tsx').then((m) => ({ default: m.FactorCheck })),
)

interface Props {
  title: string
  /** Why it is required here. */
  text: string
  children: ReactNode
}

/** Renders its children for a sign-in with a second factor; others have to enter theirs first. */
export function FactorGate({ title, text, children }: Props) {
  const { t } = useTranslation('security')
  const level = useSession((state) => state.level)
  if (level === 'aal2') return children
  return (
    <div className={styles.gate}>
      <PageHeader title={title} description={text} />
      <SectionCard
        title={t('check.title')}
        actions={<LockKeyhole size={18} aria-hidden className={styles.lock} />}
      >
        {/* The new level of the session shows what is behind. */}
        <Suspense fallback={<ListSkeleton rows={1} />}>
          <FactorCheck onDone={() => {}} />
        </Suspense>
      </SectionCard>
    </div>
  )
}
