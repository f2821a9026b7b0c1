import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './banner.module.css'

interface Props {
  icon: LucideIcon
  /** Nothing is shown without a text; the live region stays, so that a later one is read out. */
  text: string | null
  /** Buttons behind the text. */
  actions?: ReactNode
}

/** A warning across the whole width, read out when it appears. */
export function Banner({ icon: Icon, text, actions }: Props) {
  return (
    <div role="status">
      {text !== null && (
        <div className={styles.banner}>
          <span className={styles.text}>
            <Icon size={16} aria-hidden />
            {text}
          </span>
          {actions}
        </div>
      )}
    </div>
  )
}
