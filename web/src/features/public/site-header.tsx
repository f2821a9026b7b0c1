import { Menu } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, useLocation } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { Logo } from '@/ui/logo.tsx'
import { SkipLink } from '@/ui/skip-link.tsx'
import site from '@/ui/site.module.css'
import { HEADER_LINKS } from './links.ts'
import styles from './site.module.css'

/** The header of public pages. It has no script of its own, because some of these pages are plain HTML. */
export function SiteHeader() {
  const { t } = useTranslation(['site', 'common'])
  const [path] = useLocation()
  const links = HEADER_LINKS.map((name) => (
    <Link key={name} href={paths[name]} aria-current={path === paths[name] ? 'page' : undefined}>
      {t(`link.${name}`)}
    </Link>
  ))
  return (
    <header className={styles.header}>
      <SkipLink />
      <div className={`${site.content} ${styles.headerInner}`}>
        <Link href={paths.home} aria-label={t('common:brand_name')}>
          <Logo />
        </Link>
        <nav aria-label={t('common:nav.main')} className={styles.nav}>
          {links}
        </nav>
        <div className={styles.enter}>
          <Link
            href={paths.login}
            className={`${site.button} ${site.quiet} ${styles.signIn} ${styles.visitor}`}
          >
            {t('header.sign_in')}
          </Link>
          <Link href={paths.signup} className={`${site.button} ${styles.visitor}`}>
            {t('header.join')}
          </Link>
          <Link href={paths.home} className={`${site.button} ${styles.member}`}>
            {t('header.home')}
          </Link>
          <details className={styles.menu}>
            <summary aria-label={t('header.menu')}>
              <Menu size={20} aria-hidden />
            </summary>
            <nav aria-label={t('header.menu')}>
              {links}
              <Link href={paths.login} className={styles.visitor}>
                {t('header.sign_in')}
              </Link>
            </nav>
          </details>
        </div>
      </div>
    </header>
  )
}
