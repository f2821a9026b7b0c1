import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { Audiences } from './audiences.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Landed, Outcomes } from './outcomes.tsx'
import { PactCard } from './pact-card.tsx'
import { Solvency } from './solvency.tsx'
import styles from './landing.module.css'

const PROMISES = ['kols', 'marketers'] as const

export function LandingPage() {
  const { t } = useTranslation('landing')
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.heroInner}>
          <div>
            <p className={styles.badge}>{t('hero.badge')}</p>
            <h1>
              {t('hero.title_1')} <span>{t('hero.title_2')}</span>
            </h1>
            <p className={styles.lead}>{t('hero.lead')}</p>
            <div className={styles.buttons}>
              <Link href={paths.signup} className={styles.primary}>
                {t('hero.join')}
              </Link>
              <a href="#how" className={styles.secondary}>
                {t('hero.how')}
              </a>
            </div>
            <p className={styles.small}>{t('hero.small')}</p>
          </div>
          <PactCard />
        </div>
      </section>

      <div className={styles.room}>
        <section className={styles.promises} aria-label={t('promises')}>
          {PROMISES.map((who) => (
            <article key={who}>
              <p className={styles.kicker}>{t(`promise.${who}.to`)}</p>
              <h2>{t(`promise.${who}.title`)}</h2>
              <p>{t(`promise.${who}.text`)}</p>
            </article>
          ))}
        </section>
        <HowItWorks />
      </div>
      <Outcomes />
      <div className={styles.room}>
        <Solvency />
        <Audiences />
        <Landed />
      </div>
    </>
  )
}
