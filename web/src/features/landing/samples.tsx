import { useTranslation } from '@/lib/i18n/use-translation.ts'
import site from '@/ui/site.module.css'
import styles from './landing.module.css'

// Names of sample pictures, drawn by `npm run pictures`, because only members may see the works of members.
const SAMPLES = ['thread', 'video', 'report', 'space'] as const

/** Drawn examples of works that can be ordered here. */
export function Samples() {
  const { t } = useTranslation('landing')
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <p className={site.kicker}>{t('samples.kicker')}</p>
        <h2>{t('samples.title')}</h2>
        <p>{t('samples.text')}</p>
      </div>
      <ul className={styles.samples}>
        {SAMPLES.map((key) => (
          <li key={key}>
            <img src={`/samples/${key}.png`} alt="" width={480} height={360} loading="lazy" />
            <h3>{t(`samples.${key}.title`)}</h3>
            <p>{t(`samples.${key}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
