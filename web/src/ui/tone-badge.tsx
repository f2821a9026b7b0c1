import styles from './tone-badge.module.css'

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info'

export function ToneBadge({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
}
