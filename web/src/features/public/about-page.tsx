import { useTranslation } from '@/lib/i18n/use-translation.ts'
import site from '@/ui/site.module.css'
import { Closing, Hero, AS_LIST, Points } from './blocks.tsx'
import styles from './content.module.css'

export function AboutPage() {
  const { t } = useTranslation(['pages', 'site'])
  return (
    <div className={site.content}>
      <Hero eyebrow={t('site:link.about')} title={t('about.title')} lead={t('about.lead')} />
      <section className={styles.section}>
        <h2>{t('about.why_title')}</h2>
        <Points points={t('about.why', AS_LIST)} />
      </section>
      <section className={styles.section}>
        <h2>{t('about.how_title')}</h2>
        <Points points={t('about.how', AS_LIST)} />
      </section>
      <Closing title={t('about.close_title')} text={t('about.close_text')} />
    </div>
  )
}
