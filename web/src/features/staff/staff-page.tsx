import { useQuery } from '@tanstack/react-query'
import { ShieldOff } from 'lucide-react'
import { Suspense, type ComponentType } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useParams } from 'wouter'
import { FactorGate } from '@/shared/accounts/second-factor/factor-gate.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import { SECTIONS, type Section } from '@/domain/routes.ts'
import { staffQueueQuery } from '@/domain/staff-queue.ts'
import { EmptyPage } from '@/ui/empty-state.tsx'
import { LinkTabs } from '@/ui/link-tabs.tsx'
import { loadable } from '@/ui/loadable.tsx'
import { PageHeader } from '@/ui/page-header.tsx'
import { Page } from '@/ui/page.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { Approvals } from './approvals.tsx'
import { COUNTED_MOST } from './staff-list.tsx'

type Sections = typeof import('./sections.ts')

/** Most visits are to the first section; the others are one file. */
const later = (name: keyof Sections) =>
  loadable(() => import('./sections.ts').then((m) => ({ default: m[name] }))).Part

const PARTS: Record<Section<'staff'>, ComponentType> = {
  approvals: Approvals,
  disputes: later('Disputes'),
  reports: later('Reports'),
  suspense: later('Suspense'),
  payouts: later('Payouts'),
  chargebacks: later('Chargebacks'),
  suspensions: later('Suspensions'),
  people: later('People'),
  proposals: later('Proposals'),
  members: later('Members'),
  invites: later('Invites'),
  names: later('Names'),
  books: later('Books'),
  figures: later('Figures'),
  audit: later('Audit'),
  settings: later('Settings'),
}

function useCounts() {
  const { data = [] } = useQuery({ ...staffQueueQuery(), meta: { silent: true } })
  const { i18n } = useTranslation()
  const show = (count: number) => count.toLocaleString(i18n.language)
  return new Map(
    data
      .filter(({ waiting }) => waiting > 0)
      .map(({ section, waiting }) => [
        section,
        waiting > COUNTED_MOST ? `${show(COUNTED_MOST)}+` : show(waiting),
      ]),
  )
}

function StaffSection({ section }: { section: Section<'staff'> }) {
  const { t } = useTranslation('staff')
  const counts = useCounts()
  const Content = PARTS[section]
  return (
    <>
      <PageHeader title={t('title')} documentTitle={t(`section_${section}`)} />
      <LinkTabs
        label={t('title')}
        current={section}
        tabs={SECTIONS.staff.map((each) => ({
          value: each,
          label: t(`section_${each}`),
          href: each === 'approvals' ? paths.staff() : paths.staff(each),
          count: counts.get(each),
        }))}
      />
      <Suspense fallback={<ListSkeleton />}>
        <Content key={section} />
      </Suspense>
    </>
  )
}

export function StaffPage() {
  const { t } = useTranslation('staff')
  const { profile } = useProfile()
  const { section: asked } = useParams<{ section?: string }>()
  const section = SECTIONS.staff.find((each) => each === asked) ?? 'approvals'
  return (
    <Page>
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
