import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { chooseLocale } from '@/lib/i18n/i18n.ts'
import { LOCALES } from '@/lib/i18n/locales.ts'
import { Logo } from '@/ui/logo.tsx'
import site from '@/ui/site.module.css'
import { CONTACT_EMAIL, SOCIAL_LINKEDIN_URL, SOCIAL_X_URL } from './contact.ts'
import { FOOTER_COLUMNS } from './links.ts'
import styles from './site.module.css'

function XMark() {
  return (
    <svg width="16" height="16" viewBox="0 0 24 24" fill="currentColor" aria-hidden>
      <path d="M18.2 2.5h3.4l-7.4 8.5L22.9 21.5h-6.8l-5.3-7-6.1 7H1.3l7.9-9.1L.9 2.5h7l4.8 6.4 5.5-6.4Zm-1.2 17h1.9L6.9 4.4h-2L17 19.5Z" />
    </svg>
  )
}

function LinkedInMark() {
  return (
    <svg width="16" height="16" viewBox="0 0 24 24" fill="currentColor" aria-hidden>
      <path d="M6.5 21.5H2.3V8.3h4.2v13.2ZM4.4 6.5a2.4 2.4 0 1 1 0-4.8 2.4 2.4 0 0 1 0 4.8Zm17.3 15h-4.2v-6.4c0-1.5 0-3.5-2.1-3.5s-2.5 1.7-2.5 3.4v6.5H8.7V8.3h4v1.8h.1c.6-1 1.9-2.1 4-2.1 4.2 0 5 2.8 5 6.4v7.1Z" />
    </svg>
  )
}

/** Buttons for the language. On a prerendered page, `public-page.ts` handles their clicks. */
function Languages() {
  const { t, i18n } = useTranslation('site')
  return (
    <ul className={styles.languages} aria-label={t('footer.languages')}>
      {LOCALES.map(({ code, name }) => (
        <li key={code}>
          <button
            type="button"
            lang={code}
            data-locale={code}
            aria-current={i18n.language === code ? 'true' : undefined}
            onClick={() => void chooseLocale(code)}
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}

const PROMISES = ['kols', 'marketers'] as const

/** The promises to creators and brands, and links to all public pages. */
function Directory() {
  const { t } = useTranslation(['site', 'common'])
  return (
    <>
      <div className={styles.promises}>
        {PROMISES.map((who) => (
          <div key={who} className={styles.promise}>
            <strong>{t(`promise.${who}_title`)}</strong>
            <span>{t(`promise.${who}_text`)}</span>
          </div>
        ))}
      </div>
      <div className={styles.columns}>
        <div className={styles.about}>
          <Link href={paths.home} aria-label={t('common:brand_name')}>
            <Logo />
          </Link>
          <p>{t('footer.claim')}</p>
          <div className={styles.social}>
            <a href={SOCIAL_X_URL} target="_blank" rel="noreferrer" aria-label={t('footer.x')}>
              <XMark />
            </a>
            <a
              href={SOCIAL_LINKEDIN_URL}
              target="_blank"
              rel="noreferrer"
              aria-label={t('footer.linkedin')}
            >
              <LinkedInMark />
            </a>
          </div>
        </div>
        {FOOTER_COLUMNS.map((column) => (
          <nav key={column.key} aria-label={t(`footer.${column.key}`)}>
            <h2>{t(`footer.${column.key}`)}</h2>
            <ul className={styles.links}>
              {column.links.map((name) => (
                <li key={name}>
                  <Link href={paths[name]}>{t(`link.${name}`)}</Link>
                </li>
              ))}
              {column.soon.map((name) => (
                <li key={name} className={styles.soon}>
                  {t(`link.${name}`)} <small>{t('footer.soon')}</small>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </>
  )
}

export function SiteFooter({ isShort = false }: { isShort?: boolean }) {
  const { t } = useTranslation(['site', 'common'])
  return (
    <footer className={styles.footer}>
      <div className={`${site.content} ${styles.footerInner}`}>
        {!isShort && <Directory />}
        <div className={styles.legal}>
          <p>{t('footer.copyright')}</p>
          <Languages />
          <p>
            <a href={`mailto:${CONTACT_EMAIL}`} className={styles.mail}>
              {CONTACT_EMAIL}
            </a>
          </p>
        </div>
      </div>
    </footer>
  )
}
