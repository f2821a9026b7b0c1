import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import site from '@/ui/site.module.css'
import styles from './landing.module.css'

/** Table of problems with an order and the rule of the database for each. */
export function Outcomes() {
  const { t } = useTranslation('landing')
  const rows = t('outcomes.rows', { returnObjects: true })
  return (
    <section className={styles.dark}>
      <div className={site.content}>
        <div className={styles.sectionHead}>
          <p className={site.kicker}>{t('outcomes.kicker')}</p>
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

export function Closing() {
  const { t } = useTranslation('landing')
  return (
    <section className={styles.close}>
      <h2>{t('close.title')}</h2>
      <p>{t('close.text')}</p>
      <div className={site.buttons}>
        <Link href={paths.signup} className={`${site.button} ${site.large}`}>
          {t('hero.join')}
        </Link>
        <Link href={paths.contact} className={`${site.button} ${site.quiet} ${site.large}`}>
          {t('close.no_invite')}
        </Link>
      </div>
    </section>
  )
}
