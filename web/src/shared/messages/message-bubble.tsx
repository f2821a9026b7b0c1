import { useMutation } from '@tanstack/react-query'
import { Check, CheckCheck, Clock } from 'lucide-react'
import { memo, Suspense, type ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { useOnline } from '@/lib/online.ts'
import { clockTime } from '@/lib/i18n/time.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { toast } from '@/lib/toast.ts'
import { MemberText } from '@/ui/member-text.tsx'
import { takeBack, tryAgain, useProgress } from '@/domain/messages/outbox.ts'
import type { Message } from '@/domain/messages/thread-state.ts'
import { isImage } from '@/domain/files/attachments.ts'
import { useStoredFile } from '@/domain/files/stored-file.ts'
import { fileSize } from '@/lib/i18n/numbers.ts'
import { FileChip } from '@/ui/file-chip.tsx'
import { MessageActions } from './message-actions.tsx'
import { StoredPicture } from '../files/stored-picture.tsx'
import styles from './messages.module.css'

function MessageFile({ message }: { message: Message }) {
  const { t, i18n } = useTranslation(['messages', 'files'])
  const name = message.file_name ?? ''
  const progress = useProgress(message.id)
  const path = message.waiting ? null : message.file_url
  const { save, isSaving, verdict } = useStoredFile(path, name)
  const text =
    message.waiting && progress !== null
      ? t('uploading', { percent: Math.round(progress * 100) })
      : fileSize(message.file_size ?? 0, i18n.language)
  const chip = (
    <FileChip
      name={name}
      text={verdict === 'rejected' ? t('files:rejected') : text}
      onSave={save}
      isSaving={isSaving}
    />
  )
  // A picture is shown in the page only after the check of its content.
  if (!path || !isImage(message.file_type) || verdict !== 'fine') return chip
  return (
    <StoredPicture path={path} name={name}>
      {chip}
    </StoredPicture>
  )
}

function State({ message }: { message: Message }) {
  const { t } = useTranslation('messages')
  const online = useOnline()
  const [Icon, key] = message.waiting
    ? ([Clock, online ? 'sending' : 'waiting'] as const)
    : message.is_read
      ? ([CheckCheck, 'read'] as const)
      : ([Check, 'sent'] as const)
  return (
    <span role="img" aria-label={t(key)} title={t(key)} data-read={message.is_read || undefined}>
      <Icon size={14} aria-hidden />
    </span>
  )
}

/** Reason why a message was refused. Its texts load after the first screen. */
function NotSent({ refused }: { refused: string }) {
  const { t } = useTranslation(['messages', 'errors', 'refusals'])
  const reason = textOr(`errors:${refused}`, '') || textOr(`refusals:${refused}`, '')
  return <span role="alert">{t('not_sent', { reason: reason || t('errors:unexpected') })}</span>
}

/** State of a message that is not sent yet, with buttons to edit it or to try again. */
function Waiting({ message }: { message: Message }) {
  const { t } = useTranslation('messages')
  const refused = message.waiting === 'waiting' ? null : (message.waiting ?? null)
  const back = useMutation({
    meta: { offline: true },
    mutationFn: () => takeBack(message.id),
    onSuccess: (outcome) => outcome === 'sent' && toast.info(t('already_sent')),
  })
  return (
    <div className={styles.unsent} data-refused={refused !== null || undefined}>
      {refused !== null && (
        <Suspense fallback={null}>
          <NotSent refused={refused} />
        </Suspense>
      )}
      {refused !== null && (
        <button type="button" onClick={() => void tryAgain(message.id)}>
          {t('send_again')}
        </button>
      )}
      <button type="button" disabled={back.isPending} onClick={() => back.mutate()}>
        {t('take_back')}
      </button>
    </div>
  )
}

interface Props {
  message: Message
  isMine: boolean
  /** True for the message that the URL names; it is highlighted. */
  isHighlighted?: boolean
  /** Number of the message's order; shown only where a conversation mixes messages of several orders. */
  orderNumber?: string | undefined
  /** The offer, which is shown instead of the text. */
  offer?: ReactNode
  onReport: (message: Message) => void
}

/** One message of a log. Memoized, because a log has many messages and renders again at every change. */
export const MessageBubble = memo(function MessageBubble(props: Props) {
  const { message, isMine, isHighlighted = false, orderNumber, offer, onReport } = props
  const { t, i18n } = useTranslation('messages')
  return (
    <div
      className={styles.line}
      data-mine={isMine || undefined}
      data-highlighted={isHighlighted || undefined}
      tabIndex={isHighlighted ? -1 : undefined}
    >
      <div className={styles.bubble} data-pending={message.waiting && true}>
        {orderNumber && (
          <Link href={paths.order(orderNumber)} className={styles.tag}>
            {t('about_order', { number: orderNumber })}
          </Link>
        )}
        {message.file_name !== null && <MessageFile message={message} />}
        {offer ?? (message.content && <MemberText text={message.content} hasLinks />)}
        <span className={styles.meta}>
          <time dateTime={message.created_at}>
            {clockTime(new Date(message.created_at), i18n.language)}
          </time>
          {isMine && <State message={message} />}
        </span>
        {message.waiting && <Waiting message={message} />}
      </div>
      {!isMine && <MessageActions onReport={() => onReport(message)} />}
    </div>
  )
})
