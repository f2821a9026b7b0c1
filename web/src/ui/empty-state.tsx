import { Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './page.module.css'

interface Props {
  icon?: LucideIcon
  title: string
  text?: ReactNode
  /** One action, the one that ends the emptiness. */
  action?: ReactNode
  /** Inside a card: without a frame of its own. */
  bare?: boolean
}

export function EmptyState({ icon: Icon = Inbox, title, text, action, bare = false }: Props) {
  return (
    <div className={`${styles.state} ${bare ? styles.bare : ''}`}>
      <span className={styles.stateIcon}>
        <Icon size={22} aria-hidden />
      </span>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action && <div className={styles.stateAction}>{action}</div>}
    </div>
  )
}
