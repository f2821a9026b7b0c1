import styles from './logo.module.css'

export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden
      focusable="false"
      className={styles.mark}
    >
      <rect width="32" height="32" rx="9" />
      <path d="M10 7.5v17M10 16.5l10.5-9M13.8 13.4 22 24.5" />
    </svg>
  )
}

export function Logo({ size = 28 }: { size?: number }) {
  return (
    <span className={styles.logo}>
      <LogoMark size={size} />
      <span>Kolpact</span>
    </span>
  )
}
