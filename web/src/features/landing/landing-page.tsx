import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import site from '@/ui/site.module.css'
import { ArrowRight } from 'lucide-react'
import { PactCard } from './pact-card.tsx'
import { Samples } from './samples.tsx'
import { Solvency } from './solvency.tsx'
import styles from './landing.module.css'

/** Table of problems with an order and the rule of the database for each. */
function Outcomes() {
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

function Closing() {
  const { t } = useTranslation(['landing', 'site'])
  return (
    <section className={styles.close}>
      <h2>{t('close.title')}</h2>
      <p>{t('close.text')}</p>
      <div className={site.buttons}>
        <Link href={paths.signup} className={`${site.button} ${site.large}`}>
          {t('site:header.join')}
        </Link>
        <Link href={paths.contact} className={`${site.button} ${site.quiet} ${site.large}`}>
          {t('site:cta.no_invite')}
        </Link>
      </div>
    </section>
  )
}

const AUDIENCES = [
  { key: 'brands', page: 'forBrands' },
  { key: 'agencies', page: 'forAgencies' },
  { key: 'kols', page: 'forKols' },
] as const

function Audiences() {
  const { t } = useTranslation(['landing', 'site'])
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <p className={site.kicker}>{t('audience.kicker')}</p>
        <h2>{t('audience.title')}</h2>
      </div>
      <div className={styles.audiences}>
        {AUDIENCES.map(({ key, page }) => (
          <Link key={key} href={paths[page]}>
            <h3>{t(`audience.${key}.title`)}</h3>
            <p>{t(`audience.${key}.text`)}</p>
            <span>
              {t(`site:link.${page}`)} <ArrowRight size={16} aria-hidden />
            </span>
          </Link>
        ))}
      </div>
    </section>
  )
}

function HowItWorks() {
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

const PROMISES = ['kols', 'marketers'] as const

export function LandingPage() {
  const { t } = useTranslation(['landing', 'site'])
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
                {t('site:header.join')}
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
