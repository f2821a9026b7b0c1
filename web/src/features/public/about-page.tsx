import { useTranslation } from 'react-i18next'
import { TERMS } from '@/domain/terms.ts'
import { Closing, Hero, Points } from './blocks.tsx'
import styles from './content.module.css'

/** Lists of the file of words; the numbers in them are the market's terms. */
const WITH_TERMS = { returnObjects: true, ...TERMS } as const

export function AboutPage() {
  const { t } = useTranslation('pages')
  return (
    <div className={styles.room}>
      <Hero eyebrow={t('about.eyebrow')} title={t('about.title')} lead={t('about.lead')} />
      <section className={styles.section}>
        <h2>{t('about.why_title')}</h2>
        <Points points={t('about.why', WITH_TERMS)} />
      </section>
      <section className={styles.section}>
        <h2>{t('about.how_title')}</h2>
        <Points points={t('about.how', WITH_TERMS)} />
      </section>
      <Closing title={t('about.close_title')} text={t('about.close_text', { ...TERMS })} />
    </div>
  )
}
