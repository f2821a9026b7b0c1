import { useQuery } from '@tanstack/react-query'
import { ShieldOff } from 'lucide-react'
import { Suspense, type ComponentType } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useParams } from 'wouter'
import { FactorGate } from '@/shared/accounts/second-factor/factor-gate.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { SECTIONS, type Section } from '@/domain/routes.ts'
import { countedText, staffQueueQuery } from '@/domain/staff-queue.ts'
import { EmptyPage } from '@/ui/empty-state.tsx'
import { loadable } from '@/ui/loadable.tsx'
import { PageHeader } from '@/ui/page-header.tsx'
import { Page } from '@/ui/page.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { SkipLink } from '@/ui/skip-link.tsx'
import { Approvals } from './approvals.tsx'
import { StaffNav } from './staff-nav.tsx'
import { STAFF_SECTION } from './use-list-keys.ts'
import styles from './staff.module.css'

type Sections = typeof import('./sections.ts')

/** Most visits are to the first section; the others are one file. */
const later = (name: keyof Sections) =>
  loadable(() => import('./sections.ts').then((m) => ({ default: m[name] }))).Part

const PARTS: Record<Section<'staff'>, ComponentType> = {
  approvals: Approvals,
  disputes: later('Disputes'),
  reports: later('Reports'),
  suspensions: later('Suspensions'),
  people: later('People'),
  proposals: later('Proposals'),
  suspense: later('Suspense'),
  payouts: later('Payouts'),
  failed: later('FailedPayouts'),
  chargebacks: later('Chargebacks'),
  books: later('Books'),
  members: later('Members'),
  invites: later('Invites'),
  names: later('Names'),
  figures: later('Figures'),
  audit: later('Audit'),
  settings: later('Settings'),
}

function useCounts() {
  const { data = [] } = useQuery(staffQueueQuery())
  const { i18n } = useTranslation()
  return new Map(
    data
      .filter(({ waiting }) => waiting > 0)
      .map(({ section, waiting }) => [section, countedText(waiting, i18n.language)]),
  )
}

function StaffSection({ section }: { section: Section<'staff'> }) {
  const { t } = useTranslation('staff')
  const counts = useCounts()
  const Content = PARTS[section]
  return (
    <>
      <PageHeader title={t('title')} documentTitle={t(`section_${section}`)} />
      <SkipLink to={STAFF_SECTION}>{t('skip_to_section')}</SkipLink>
      <div className={styles.desk}>
        <StaffNav current={section} counts={counts} />
        <div id={STAFF_SECTION} tabIndex={-1}>
          <Suspense fallback={<ListSkeleton />}>
            <Content key={section} />
          </Suspense>
        </div>
      </div>
    </>
  )
}

export function StaffPage() {
  const { t } = useTranslation('staff')
  const { profile } = useProfile()
  const { section: asked } = useParams<{ section?: string }>()
  const section = SECTIONS.staff.find((each) => each === asked) ?? 'approvals'
  return (
    <Page width="wide">
      {profile.is_staff ? (
        <FactorGate title={t('title')} text={t('factor_text')}>
          <StaffSection section={section} />
        </FactorGate>
      ) : (
        <EmptyPage icon={ShieldOff} title={t('not_staff')} text={t('not_staff_text')} />
      )}
    </Page>
  )
}
