import { ArrowRight } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import site from '@/ui/site.module.css'
import styles from './landing.module.css'

const AUDIENCES = [
  { key: 'brands', to: paths.forBrands },
  { key: 'agencies', to: paths.forAgencies },
  { key: 'kols', to: paths.forKols },
] as const

export function Audiences() {
  const { t } = useTranslation('landing')
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <p className={site.kicker}>{t('audience.kicker')}</p>
        <h2>{t('audience.title')}</h2>
      </div>
      <div className={styles.audiences}>
        {AUDIENCES.map(({ key, to }) => (
          <Link key={key} href={to}>
            <h3>{t(`audience.${key}.title`)}</h3>
            <p>{t(`audience.${key}.text`)}</p>
            <span>
              {t(`audience.${key}.more`)} <ArrowRight size={16} aria-hidden />
            </span>
          </Link>
        ))}
      </div>
    </section>
  )
}
