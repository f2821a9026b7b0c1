import { useTranslation } from 'react-i18next'
import { TERMS } from '@/domain/terms.ts'
import { Closing, Faq, Hero, JoinButtons, Points } from './blocks.tsx'
import styles from './content.module.css'

const ROLES = { brands: 'brand', agencies: 'brand', kols: 'kol' } as const

/** Lists of the file of words; the numbers in them are the market's terms. */
const WITH_TERMS = { returnObjects: true, ...TERMS } as const

type Text =
  | 'eyebrow'
  | 'title'
  | 'lead'
  | 'steps_title'
  | 'points_title'
  | 'close_title'
  | 'close_text'

export function AudiencePage({ who }: { who: keyof typeof ROLES }) {
  const { t } = useTranslation('pages')
  const say = (key: Text) => t(`${who}.${key}`, { ...TERMS })
  return (
    <div className={styles.room}>
      <Hero eyebrow={say('eyebrow')} title={say('title')} lead={say('lead')}>
        <JoinButtons role={ROLES[who]} />
      </Hero>
      <section className={styles.section}>
        <h2>{say('steps_title')}</h2>
        <Points steps points={t(`${who}.steps`, WITH_TERMS)} />
      </section>
      <section className={styles.section}>
        <h2>{say('points_title')}</h2>
        <Points points={t(`${who}.points`, WITH_TERMS)} />
      </section>
      <Faq title={t('faq')} points={t(`${who}.faq`, WITH_TERMS)} />
      <Closing title={say('close_title')} text={say('close_text')} role={ROLES[who]} />
    </div>
  )
}
