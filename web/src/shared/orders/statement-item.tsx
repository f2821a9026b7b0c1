import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { AttachedList } from '@/shared/files/attached-list.tsx'
import type { Json, Tables } from '@/lib/database.types.ts'
import { MemberText } from '@/ui/member-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { fileOf, filesOf, type MessageFile } from '@/domain/orders/delivered-files.ts'
import styles from './statement-item.module.css'

type Statement = Tables<'dispute_statements'>
type Quoted = MessageFile & { id: string; sender_id: string; content: string }

const quotedOf = (messages: Json) => (Array.isArray(messages) ? (messages as Quoted[]) : [])

interface Props {
  statement: Statement
  /** Returns the name of a side, or "you" for the reader. */
  nameOf: (profileId: string) => string
}

/** A side's statement in a dispute, with its links, files and messages. */
export function StatementItem({ statement, nameOf }: Props) {
  const { t } = useTranslation()
  return (
    <article className={styles.statement}>
      <header>
        <bdi>
          <strong>{nameOf(statement.author_id)}</strong>
        </bdi>{' '}
        <span className={primitives.quiet}>
          {t(`statement.${statement.kind}`)} · <TimeText value={statement.created_at} />
        </span>
      </header>
      <MemberText text={statement.body} hasLinks className={styles.text} />
      <AttachedList links={statement.links} files={filesOf(statement.files)} />
      {quotedOf(statement.messages).map(({ id, sender_id, content, ...file }) => (
        <blockquote key={id} className={primitives.quote}>
          <footer className={primitives.quiet}>
            {t('statement.quoted')} · <bdi>{nameOf(sender_id)}</bdi>
          </footer>
          <MemberText text={content || (file.file_name ?? '')} />
          <AttachedList links={[]} files={fileOf(file)} />
        </blockquote>
      ))}
    </article>
  )
}
