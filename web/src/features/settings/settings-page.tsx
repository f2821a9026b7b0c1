import { type ComponentType, type ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, Redirect, useParams } from 'wouter'
import { useProfile } from '@/shared/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import { settingsSections, type Section } from '@/domain/routes.ts'
import { AwaitedCode } from '@/ui/awaited-code.tsx'
import { lazyOf, lazyPart } from '@/ui/loadable.tsx'
import { Page, PageHeader } from '@/ui/page.tsx'
import { ListSkeleton } from '@/ui/query-view.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { EmailsSection } from './emails-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import primitives from '@/ui/primitives.module.css'
import styles from './settings.module.css'

// These sections are loaded on demand, because few members open them and their code is large.
const LazyCompany = lazyPart(() => import('./company-section.tsx'), 'CompanySection')
const LazyAccount = lazyPart(() => import('./account-section.tsx'), 'AccountSection')
const LazyBriefs = lazyPart(() => import('./briefs-section.tsx'), 'BriefsSection')
const LazyInvites = lazyPart(() => import('./invites-section.tsx'), 'InvitesSection')
const LazySecurity = lazyPart(() => import('./security-section.tsx'), 'SecuritySection')
// The wallet section is not loaded ahead, because it contains all code for wallets and the chain.
const LazyWallet = lazyOf(() => import('./wallet-section.tsx'), 'WalletSection')
const later = (LazySection: ComponentType) => () => (
  <AwaitedCode fallback={<ListSkeleton rows={4} />}>
    <LazySection />
  </AwaitedCode>
)

const PARTS: Record<Section<'settings'>, () => ReactNode> = {
  profile: ProfileSection,
  company: later(LazyCompany),
  wallet: later(LazyWallet),
  invites: later(LazyInvites),
  emails: EmailsSection,
  briefs: later(LazyBriefs),
  appearance: AppearanceSection,
  security: later(LazySecurity),
  account: later(LazyAccount),
}

/** On a phone the sections are a row that scrolls; this scrolls the open one into view. */
function showInRow(link: HTMLElement | null) {
  link?.parentElement?.scrollTo({ left: link.offsetLeft - 16 })
}

export function SettingsPage() {
  const { t } = useTranslation(['settings', 'common'])
  const { section = 'profile' } = useParams<{ section?: string }>()
  const { profile } = useProfile()
  const sections = settingsSections(profile.role)
  const found = sections.find((name) => name === section)
  if (!found) return <Redirect to={paths.settings()} replace />
  const Part = PARTS[found]
  return (
    <Page>
      <PageHeader
        title={t('common:nav.settings')}
        documentTitle={`${t(`section.${found}`)} · ${t('common:nav.settings')}`}
      />
      <div className={styles.layout}>
        <nav aria-label={t('common:nav.settings')} className={`${primitives.strip} ${styles.nav}`}>
          {sections.map((name) => (
            <Link
              key={name}
              href={name === 'profile' ? paths.settings() : paths.settings(name)}
              aria-current={name === found ? 'page' : undefined}
              ref={name === found ? showInRow : undefined}
            >
              {t(`section.${name}`)}
            </Link>
          ))}
        </nav>
        <div className={styles.body}>
          <Part />
        </div>
      </div>
    </Page>
  )
}
