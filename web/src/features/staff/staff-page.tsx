import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ComponentType, useId, useRef } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useParams, Link } from 'wouter'
import { SECTIONS, type Section, STAFF_GROUPS } from '@/domain/routes.ts'
import { countedText, staffQueueQuery } from '@/domain/staff-queue.ts'
import { AwaitedCode } from '@/ui/awaited-code.tsx'
import { loadable } from '@/ui/loadable.tsx'
import { Page, PageHeader } from '@/ui/page.tsx'
import { ListSkeleton } from '@/ui/query-view.tsx'
import { SkipLink } from '@/ui/skip-link.tsx'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { paths } from '@/domain/paths.ts'
import { Approvals } from './approvals.tsx'
import { StaffOnly } from './staff-only.tsx'
import { STAFF_SECTION } from './use-list-keys.ts'
import styles from './staff.module.css'

type Name = Section<'staff'>
type Group = keyof typeof STAFF_GROUPS

interface Props {
  current: Name
  counts: ReadonlyMap<string, number | string>
}

/** Links to the sections in groups, with the number of tasks: a list at the side, or on narrow screens behind a button. */
function StaffNav({ current, counts }: Props) {
  const { t } = useTranslation(['staff', 'common'])
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const label = (name: Name) => (
    <>
      {t(`section_${name}`)}
      {counts.get(name) ? <span className={styles.count}>{counts.get(name)}</span> : null}
    </>
  )
  const leave = () => {
    close()
    // On narrow screens the pressed link is now hidden, so the button gets the focus. Wide screens hide the button.
    button.current?.focus()
  }
  return (
    <nav aria-label={t('common:nav.staff')} className={styles.nav}>
      <Button
        ref={button}
        variant="default"
        className={styles.menu}
        rightSection={<ChevronDown size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {label(current)}
      </Button>
      <div id={id} data-open={isOpen || undefined}>
        {(Object.keys(STAFF_GROUPS) as Group[]).map((group) => (
          <section key={group}>
            <h2 id={`${id}${group}`}>{t(`group_${group}`)}</h2>
            <ul aria-labelledby={`${id}${group}`}>
              {STAFF_GROUPS[group].map((name) => (
                <li key={name}>
                  <Link
                    href={name === 'approvals' ? paths.staff() : paths.staff(name)}
                    aria-current={name === current ? 'page' : undefined}
                    onClick={leave}
                  >
                    {label(name)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}

type Sections = typeof import('./sections.ts')

/** Loads a section other than the first on demand, because most visits are to the first. One file contains them all. */
const later = (name: keyof Sections) =>
  loadable(() => import('./sections.ts').then((m) => ({ default: m[name] }))).Part

const PARTS: Record<Section<'staff'>, ComponentType> = {
  approvals: Approvals,
  disputes: later('Disputes'),
  reports: later('Reports'),
  suspensions: later('Suspensions'),
  people: later('AccountPairs'),
  proposals: later('Proposals'),
  suspense: later('SuspensePayments'),
  payouts: later('Payouts'),
  failed: later('FailedPayouts'),
  chargebacks: later('Chargebacks'),
  books: later('Books'),
  members: later('Members'),
  invites: later('Invites'),
  names: later('NamesAndBans'),
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
  const { t } = useTranslation(['staff', 'common'])
  const counts = useCounts()
  const Content = PARTS[section]
  return (
    <>
      <PageHeader title={t('common:nav.staff')} documentTitle={t(`section_${section}`)} />
      <SkipLink to={STAFF_SECTION}>{t('skip_to_section')}</SkipLink>
      <div className={styles.desk}>
        <StaffNav current={section} counts={counts} />
        <div id={STAFF_SECTION} tabIndex={-1}>
          <AwaitedCode fallback={<ListSkeleton />}>
            <Content key={section} />
          </AwaitedCode>
        </div>
      </div>
    </>
  )
}

export function StaffPage() {
  const { section: asked } = useParams<{ section?: string }>()
  const section = SECTIONS.staff.find((each) => each === asked) ?? 'approvals'
  return (
    <Page width="wide">
      <StaffOnly>
        <StaffSection section={section} />
      </StaffOnly>
    </Page>
  )
}
