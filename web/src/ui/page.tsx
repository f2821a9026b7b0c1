import type { ReactNode } from 'react'
import styles from './page.module.css'

/** The layout of every page of the dashboard. */
export function Page({
  width = 'normal',
  children,
}: {
  width?: 'narrow' | 'normal' | 'wide'
  children: ReactNode
}) {
  const extra = width === 'normal' ? '' : (styles[width] ?? '')
  return <div className={`${styles.page} ${extra}`}>{children}</div>
}
