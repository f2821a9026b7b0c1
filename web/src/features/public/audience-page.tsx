import { useTranslation } from 'react-i18next'
import { TERMS } from '@/domain/terms.ts'
import { Closing, Faq, Hero, JoinButtons, Points, usePoints } from './blocks.tsx'
import styles from './content.module.css'

const ROLES = { brands: 'brand', agencies: 'brand', kols: 'kol' } as const

export function AudiencePage({ who }: { who: keyof typeof ROLES }) {
  const { t } = useTranslation('pages')
  const points = usePoints('pages')
  const say = (key: string) => t(`${who}.${key}`, { ...TERMS })
  return (
    <div className={styles.room}>
      <Hero eyebrow={say('eyebrow')} title={say('title')} lead={say('lead')}>
        <JoinButtons role={ROLES[who]} />
      </Hero>
      <section className={styles.section}>
        <h2>{say('steps_title')}</h2>
        <Points steps points={points(`${who}.steps`)} />
      </section>
      <section className={styles.section}>
        <h2>{say('points_title')}</h2>
        <Points points={points(`${who}.points`)} />
      </section>
      <Faq title={t('faq')} points={points(`${who}.faq`)} />
      <Closing title={say('close_title')} text={say('close_text')} role={ROLES[who]} />
    </div>
  )
}
