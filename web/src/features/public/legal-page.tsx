import { useTranslation } from '@/lib/i18n/use-translation.ts'
import site from '@/ui/site.module.css'
import { Hero } from './blocks.tsx'
import { CONTACT_EMAIL } from './contact.ts'
import styles from './content.module.css'

interface Section {
  title: string
  text: string[]
  list?: string[]
}

export function LegalPage({ name }: { name: 'terms' | 'privacy' | 'cookies' }) {
  const { t } = useTranslation(['legal', 'site'])
  const found: unknown = t(`${name}.sections`, {
    returnObjects: true,
    email: CONTACT_EMAIL,
  })
  const sections = Array.isArray(found) ? (found as Section[]) : []
  return (
    <article className={`${site.content} ${site.narrow} ${styles.legal}`}>
      <Hero eyebrow={t('updated')} title={t(`site:link.${name}`)} lead={t(`${name}.lead`)} />
      <nav className={styles.toc} aria-label={t('contents')}>
        {sections.map((section, index) => (
          <a key={section.title} href={`#s${index + 1}`}>
            {index + 1}. {section.title}
          </a>
        ))}
      </nav>
      {sections.map((section, index) => (
        <section key={section.title} id={`s${index + 1}`}>
          <h2>
            {index + 1}. {section.title}
          </h2>
          {section.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {section.list && (
            <ul>
              {section.list.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </article>
  )
}
