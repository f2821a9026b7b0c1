import { useTranslation } from '@/lib/i18n/use-translation.ts'
import site from '@/ui/site.module.css'
import { Closing, Faq, Hero, JoinButtons, AS_LIST, Points } from './blocks.tsx'
import styles from './content.module.css'

const LINKS = { brands: 'forBrands', agencies: 'forAgencies', kols: 'forKols' } as const
const ROLES = { brands: 'brand', agencies: 'brand', kols: 'kol' } as const

type Text = 'title' | 'lead' | 'steps_title' | 'points_title' | 'close_title' | 'close_text'

export function AudiencePage({ who }: { who: keyof typeof ROLES }) {
  const { t } = useTranslation(['pages', 'site'])
  const say = (key: Text) => t(`${who}.${key}`)
  return (
    <div className={site.content}>
      <Hero eyebrow={t(`site:link.${LINKS[who]}`)} title={say('title')} lead={say('lead')}>
        <JoinButtons role={ROLES[who]} />
      </Hero>
      <section className={styles.section}>
        <h2>{say('steps_title')}</h2>
        <Points steps points={t(`${who}.steps`, AS_LIST)} />
      </section>
      <section className={styles.section}>
        <h2>{say('points_title')}</h2>
        <Points points={t(`${who}.points`, AS_LIST)} />
      </section>
      <Faq title={t('faq')} points={t(`${who}.faq`, AS_LIST)} />
      <Closing title={say('close_title')} text={say('close_text')} role={ROLES[who]} />
    </div>
  )
}
