import { useId, type ReactNode } from 'react'
import primitives from './primitives.module.css'
import styles from './page.module.css'

interface Props {
  title?: string
  actions?: ReactNode
  children: ReactNode
}

export function SectionCard({ title, actions, children }: Props) {
  const id = useId()
  return (
    <section className={primitives.surface} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <div className={styles.cardHead}>
          {title && <h2 id={id}>{title}</h2>}
          {actions}
        </div>
      )}
      <div className={styles.cardBody}>{children}</div>
    </section>
  )
}
