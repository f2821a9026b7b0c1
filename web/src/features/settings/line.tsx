import type { ReactNode } from 'react'
import styles from './settings.module.css'

interface Props {
  title: string
  text: ReactNode
  children?: ReactNode
}

/** One setting: its name, an explanation, and its control. */
export const SettingLine = ({ title, text, children }: Props) => (
  <div className={styles.line}>
    <div className={styles.words}>
      <strong>{title}</strong>
      <span>{text}</span>
    </div>
    {children}
  </div>
)
