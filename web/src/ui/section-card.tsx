import { useId, type ReactNode } from 'react'
import { LinkButton } from './link-button.tsx'
import primitives from './primitives.module.css'
import styles from './page.module.css'

interface Props {
  title?: string
  actions?: ReactNode
  /** A link at the end of the title's line. */
  link?: { href: string; text: string } | undefined
  children: ReactNode
}

export function SectionCard({ title, actions, link, children }: Props) {
  const id = useId()
  return (
    <section className={primitives.surface} aria-labelledby={title ? id : undefined}>
      {(title || actions || link) && (
        <div className={styles.cardHead}>
          {title && <h2 id={id}>{title}</h2>}
          {actions}
          {link && (
            <LinkButton href={link.href} variant="subtle" size="compact-sm">
              {link.text}
            </LinkButton>
          )}
        </div>
      )}
      <div className={styles.cardBody}>{children}</div>
    </section>
  )
}
