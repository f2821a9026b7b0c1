import { Box } from '@mantine/core'
import { Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDocumentTitle } from './use-document-title.ts'
import primitives from './primitives.module.css'
import styles from './page.module.css'

export interface EmptyProps {
  icon?: LucideIcon
  title: string
  text?: ReactNode
  /** The action that adds a first entry. */
  action?: ReactNode
  /** True inside a card, where it needs no frame. */
  bare?: boolean
}

export function EmptyState({
  heading: Heading = 'h2',
  icon: Icon = Inbox,
  title,
  text,
  action,
  bare = false,
}: EmptyProps & { heading?: 'h1' | 'h2' }) {
  return (
    <div className={`${styles.state} ${bare ? styles.bare : ''}`}>
      <span className={`${primitives.tile} ${styles.stateIcon}`}>
        <Icon size={22} aria-hidden />
      </span>
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {action && <Box mt={12}>{action}</Box>}
    </div>
  )
}

/** A page whose content does not exist, or is not for this member. */
export function EmptyPage(props: EmptyProps) {
  useDocumentTitle(props.title)
  return <EmptyState heading="h1" {...props} />
}
