import { useTranslation } from '@/lib/i18n/use-translation.ts'
import site from '@/ui/site.module.css'
import styles from './landing.module.css'

export function HowItWorks() {
  const { t } = useTranslation('landing')
  const steps = t('how.steps', { returnObjects: true })
  return (
    <section id="how" className={styles.section}>
      <div className={styles.sectionHead}>
        <p className={site.kicker}>{t('how.kicker')}</p>
        <h2>{t('how.title')}</h2>
        <p>{t('how.text')}</p>
      </div>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.title}>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
