import { useEffect, useRef, type ReactNode } from 'react'
import styles from './page.module.css'
import { useDocumentTitle } from './use-document-title.ts'

let wasFocused = false
// Here because every page has this module: it is there before anything is pressed.
globalThis.document?.addEventListener('focusin', () => (wasFocused = true), { once: true })

/** For the heading of a page: it takes the focus if the button or link that was pressed is gone. */
export function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (wasFocused && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

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
  /** For pages whose heading is something else than the name of the page. */
  documentTitle?: string
}

export function PageHeader({ title, description, actions, documentTitle }: HeaderProps) {
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
