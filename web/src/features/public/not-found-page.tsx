import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, useLocation } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { useDocumentTitle } from '@/ui/use-document-title.ts'
import site from '@/ui/site.module.css'
import { SiteHeader } from './site-header.tsx'
import styles from './content.module.css'

export function NotFoundPage() {
  const { t } = useTranslation(['site', 'common'])
  const [path] = useLocation()
  const inside = path.startsWith(paths.home)
  useDocumentTitle(t('not_found.title'))
  const Frame = inside ? 'div' : 'main'
  return (
    <>
      {!inside && <SiteHeader />}
      <Frame id={inside ? undefined : 'content'} className={styles.notFound}>
        <p className={site.kicker}>404</p>
        <h1>{t('not_found.title')}</h1>
        <p>{t('not_found.text')}</p>
        <Link href={inside ? paths.home : paths.landing} className={site.button}>
          {t('common:crash_home')}
        </Link>
      </Frame>
    </>
  )
}
