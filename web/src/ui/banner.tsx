import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './banner.module.css'

interface Props {
  icon: LucideIcon
  /** The text; null hides the banner. Its live region stays in the page, so that a later text is read out. */
  text: string | null
  /** Buttons after the text. */
  actions?: ReactNode
}

/** A warning across the whole width, which screen readers read out when it appears. */
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
