import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import site from '@/ui/site.module.css'
import { Audiences } from './audiences.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Closing, Outcomes } from './outcomes.tsx'
import { PactCard } from './pact-card.tsx'
import { Samples } from './samples.tsx'
import { Solvency } from './solvency.tsx'
import styles from './landing.module.css'

const PROMISES = ['kols', 'marketers'] as const

export function LandingPage() {
  const { t } = useTranslation('landing')
  return (
    <>
      <section className={styles.hero}>
        <div className={`${site.content} ${styles.heroInner}`}>
          <div>
            <p className={styles.badge}>{t('hero.badge')}</p>
            <h1>
              {t('hero.title_1')} <span>{t('hero.title_2')}</span>
            </h1>
            <p className={site.lead}>{t('hero.lead')}</p>
            <div className={site.buttons}>
              <Link href={paths.signup} className={`${site.button} ${site.large}`}>
                {t('hero.join')}
              </Link>
              <a href="#how" className={`${site.button} ${site.quiet} ${site.large}`}>
                {t('hero.how')}
              </a>
            </div>
            <p className={styles.small}>{t('hero.small')}</p>
          </div>
          <PactCard />
        </div>
      </section>

      <div className={site.content}>
        <section className={styles.promises} aria-label={t('promises')}>
          {PROMISES.map((who) => (
            <article key={who}>
              <p className={site.kicker}>{t(`promise.${who}.to`)}</p>
              <h2>{t(`promise.${who}.title`)}</h2>
              <p>{t(`promise.${who}.text`)}</p>
            </article>
          ))}
        </section>
        <HowItWorks />
        <Samples />
      </div>
      <Outcomes />
      <div className={site.content}>
        <Solvency />
        <Audiences />
        <Closing />
      </div>
    </>
  )
}
