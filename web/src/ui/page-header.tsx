import type { ReactNode } from 'react'
import { useDocumentTitle } from './use-document-title.ts'
import styles from './page.module.css'

interface Props {
  title: string
  description?: ReactNode
  actions?: ReactNode
  /** For pages whose heading is something else than the name of the page. */
  documentTitle?: string
}

export function PageHeader({ title, description, actions, documentTitle }: Props) {
  useDocumentTitle(documentTitle ?? title)
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <h1>{title}</h1>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
