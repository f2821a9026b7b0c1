import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import site from '@/ui/site.module.css'
import styles from './content.module.css'

/** Option for texts that are lists in the translation file. */
export const AS_LIST = { returnObjects: true } as const

interface Point {
  title: string
  text: string
}

export function Hero({
  eyebrow,
  title,
  lead,
  children,
}: {
  eyebrow?: string
  title: string
  lead: string
  children?: React.ReactNode
}) {
  return (
    <div className={styles.hero}>
      {eyebrow && <p className={site.kicker}>{eyebrow}</p>}
      <h1>{title}</h1>
      <p className={site.lead}>{lead}</p>
      {children}
    </div>
  )
}

export function JoinButtons({
  role,
  onDark = false,
}: {
  role?: 'brand' | 'kol'
  onDark?: boolean
}) {
  const { t } = useTranslation('site')
  const join = role ? `${paths.signup}?role=${role}` : paths.signup
  return (
    <div className={site.buttons}>
      <Link href={join} className={`${site.button} ${site.large}`}>
        {t('header.join')}
      </Link>
      <Link
        href={paths.contact}
        className={`${site.button} ${site.quiet} ${site.large} ${onDark ? styles.onDark : ''}`}
      >
        {t('cta.no_invite')}
      </Link>
    </div>
  )
}

export function Points({ points, steps = false }: { points: Point[]; steps?: boolean }) {
  const List = steps ? 'ol' : 'ul'
  return (
    <List className={`${styles.points} ${steps ? styles.steps : ''}`}>
      {points.map((point) => (
        <li key={point.title}>
          <h3>{point.title}</h3>
          <p>{point.text}</p>
        </li>
      ))}
    </List>
  )
}

export function Faq({ title, points }: { title: string; points: Point[] }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <div className={styles.faq}>
        {points.map((point) => (
          <details key={point.title}>
            <summary>{point.title}</summary>
            <p>{point.text}</p>
          </details>
        ))}
      </div>
    </section>
  )
}

export function Closing({
  title,
  text,
  role,
}: {
  title: string
  text: string
  role?: 'brand' | 'kol'
}) {
  return (
    <section className={styles.close}>
      <h2>{title}</h2>
      <p>{text}</p>
      <JoinButtons role={role} onDark />
    </section>
  )
}
