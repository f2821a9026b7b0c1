import type { ReactNode } from 'react'
import styles from './page.module.css'
import { useDocumentTitle } from './use-document-title.ts'

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

interface HeaderProps {
  title: string
  description?: ReactNode
  actions?: ReactNode
  /** Title of the document, for pages whose heading is not the name of the page. */
  documentTitle?: string
}

export function PageHeader({ title, description, actions, documentTitle }: HeaderProps) {
  useDocumentTitle(documentTitle ?? title)
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
