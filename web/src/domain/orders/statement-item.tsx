import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStoredFile } from '@/domain/files/stored-file.ts'
import type { Json, Tables } from '@/lib/database.types.ts'
import { fileSize } from '@/lib/numbers.ts'
import { FileChip } from '@/ui/file-chip.tsx'
import { LinkedText } from '@/ui/linked-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { filesOf, type DeliveredFile } from './delivered-files.ts'
import styles from './statement-item.module.css'

type Statement = Tables<'dispute_statements'>
type Quoted = { id: string; sender_id: string; content: string; file_name: string | null }

const quotedOf = (messages: Json) => (Array.isArray(messages) ? (messages as Quoted[]) : [])

function EvidenceFile({ file }: { file: DeliveredFile }) {
  const { t, i18n } = useTranslation('files')
  const { url, verdict } = useStoredFile(file.path, file.name)
  const text = verdict === 'rejected' ? t('rejected') : fileSize(file.size, i18n.language)
  return <FileChip name={file.name} text={text} url={url} />
}

interface Props {
  statement: Statement
  /** What the reader calls a side. */
  nameOf: (profileId: string) => string
}

/** What a side said in a dispute, with what it refers to. */
export function StatementItem({ statement, nameOf }: Props) {
  const { t } = useTranslation()
  return (
    <article className={styles.statement}>
      <header>
        <strong>{nameOf(statement.author_id)}</strong>{' '}
        <span className={primitives.quiet}>
          {t(`statement.${statement.kind}`)} · <TimeText value={statement.created_at} />
        </span>
      </header>
      <p className={styles.text}>
        <LinkedText text={statement.body} />
      </p>
      <ul className={styles.list}>
        {statement.links.map((link) => (
          <li key={link}>
            <ExternalLink size={15} aria-hidden />{' '}
            <a href={link} target="_blank" rel="noopener noreferrer nofollow">
              {link.replace(/^https?:\/\//, '')}
            </a>
          </li>
        ))}
        {filesOf(statement.files).map((file) => (
          <li key={file.path}>
            <EvidenceFile file={file} />
          </li>
        ))}
      </ul>
      {quotedOf(statement.messages).map(({ id, sender_id, content, file_name }) => (
        <blockquote key={id} className={primitives.quote}>
          <footer className={primitives.quiet}>
            {t('statement.quoted')} · {nameOf(sender_id)}
          </footer>
          {content || file_name}
        </blockquote>
      ))}
    </article>
  )
}
