import { Mail } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import site from '@/ui/site.module.css'
import { Hero, AS_LIST } from './blocks.tsx'
import { CONTACT_EMAIL } from './contact.ts'
import styles from './content.module.css'

const TOPICS = ['invite', 'help', 'security', 'press'] as const

export function ContactPage() {
  const { t } = useTranslation(['pages', 'site'])
  const topics = t('contact.topics', AS_LIST)
  return (
    <div className={site.content}>
      <Hero eyebrow={t('site:link.contact')} title={t('contact.title')} lead={t('contact.lead')}>
        <div className={site.buttons}>
          <a href={`mailto:${CONTACT_EMAIL}`} className={`${site.button} ${site.large}`}>
            <Mail size={18} aria-hidden /> {CONTACT_EMAIL}
          </a>
        </div>
      </Hero>
      <section className={styles.section}>
        <h2>{t('contact.topics_title')}</h2>
        <ul className={styles.points}>
          {topics.map((topic, index) => (
            <li key={topic.title} className={styles.prose}>
              <h3>{topic.title}</h3>
              <p>{topic.text}</p>
              <p>
                <a
                  href={`mailto:${CONTACT_EMAIL}?subject=${encodeURIComponent(t(`contact.subject.${TOPICS[index] ?? 'help'}`))}`}
                >
                  {t('contact.write')}
                </a>
              </p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
