import { LockKeyhole, MailX, Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { MaintenanceBanner } from '@/shared/market/maintenance-banner.tsx'
import { Logo } from '@/ui/logo.tsx'
import { useDocumentTitle } from '@/ui/use-document-title.ts'
import styles from './auth-layout.module.css'

interface Props {
  title: string
  text?: ReactNode
  children: ReactNode
  /** Link to another form, below this one. */
  foot?: ReactNode
}

const PROMISES = [
  { key: 'escrow', icon: LockKeyhole },
  { key: 'no_spam', icon: MailX },
  { key: 'fair', icon: Scale },
] as const

export function AuthLayout({ title, text, children, foot }: Props) {
  const { t } = useTranslation(['auth', 'common'])
  useDocumentTitle(title)
  return (
    <main className={styles.layout}>
      <div className={styles.form}>
        <Link href={paths.landing} className={styles.logo} aria-label={t('common:brand_name')}>
          <Logo />
        </Link>
        <div className={styles.inner}>
          <MaintenanceBanner />
          <h1>{title}</h1>
          {text && <p className={styles.text}>{text}</p>}
          {children}
          {foot && <div className={styles.foot}>{foot}</div>}
        </div>
      </div>
      <aside className={styles.aside}>
        <p className={styles.claim}>{t('aside.claim')}</p>
        <ul className={styles.promises}>
          {PROMISES.map(({ key, icon: Icon }) => (
            <li key={key}>
              <Icon size={20} aria-hidden />
              <div>
                <strong>{t(`aside.${key}_title`)}</strong>
                <span>{t(`aside.${key}_text`)}</span>
              </div>
            </li>
          ))}
        </ul>
      </aside>
    </main>
  )
}
