import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import styles from './landing.module.css'

/** What people fear, answered by the rule that the database keeps. */
export function Outcomes() {
  const { t } = useTranslation('landing')
  const rows = t('outcomes.rows', { returnObjects: true })
  return (
    <section className={styles.dark}>
      <div className={styles.room}>
        <div className={styles.sectionHead}>
          <p className={styles.kicker}>{t('outcomes.kicker')}</p>
          <h2>{t('outcomes.title')}</h2>
        </div>
        <dl className={styles.outcomes}>
          {rows.map((row) => (
            <div key={row.title}>
              <dt>{row.title}</dt>
              <dd>{row.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

export function Landed() {
  const { t } = useTranslation('landing')
  return (
    <section className={styles.close}>
      <h2>{t('close.title')}</h2>
      <p>{t('close.text')}</p>
      <div className={styles.buttons}>
        <Link href={paths.signup} className={styles.primary}>
          {t('hero.join')}
        </Link>
        <Link href={paths.contact} className={styles.secondary}>
          {t('close.no_invite')}
        </Link>
      </div>
    </section>
  )
}
