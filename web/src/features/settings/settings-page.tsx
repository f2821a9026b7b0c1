import type { Resources } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Redirect, useParams } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { PageHeader } from '@/ui/page-header.tsx'
import { Page } from '@/ui/page.tsx'
import { AccountSection } from './account-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { EmailsSection } from './emails-section.tsx'
import { InvitesSection } from './invites-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SecuritySection } from './security-section.tsx'
import primitives from '@/ui/primitives.module.css'
import styles from './settings.module.css'

const SECTIONS: { name: keyof Resources['settings']['section']; part: () => ReactNode }[] = [
  { name: 'profile', part: ProfileSection },
  { name: 'invites', part: InvitesSection },
  { name: 'emails', part: EmailsSection },
  { name: 'appearance', part: AppearanceSection },
  { name: 'security', part: SecuritySection },
  { name: 'account', part: AccountSection },
]

/** On a phone the sections are a row that scrolls: the open one has to be in sight. */
function showInRow(link: HTMLElement | null) {
  link?.parentElement?.scrollTo({ left: link.offsetLeft - 16 })
}

export function SettingsPage() {
  const { t } = useTranslation('settings')
  const { section = 'profile' } = useParams<{ section?: string }>()
  const found = SECTIONS.find((each) => each.name === section)
  if (!found) return <Redirect to={paths.settings()} replace />
  const Part = found.part
  return (
    <Page>
      <PageHeader
        title={t('title')}
        documentTitle={`${t(`section.${found.name}`)} · ${t('title')}`}
      />
      <div className={styles.layout}>
        <nav aria-label={t('title')} className={`${primitives.strip} ${styles.nav}`}>
          {SECTIONS.map(({ name }) => (
            <Link
              key={name}
              href={name === 'profile' ? paths.settings() : paths.settings(name)}
              aria-current={name === found.name ? 'page' : undefined}
              ref={name === found.name ? showInRow : undefined}
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
