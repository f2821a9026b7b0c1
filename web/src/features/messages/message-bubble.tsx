import { ActionIcon, Menu } from '@mantine/core'
import { Check, CheckCheck, Clock, Ellipsis, Flag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MessageFile } from './message-file.tsx'
import type { Message } from './thread-state.ts'
import styles from './messages.module.css'

const LINK = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/

/** Plain text with its addresses made links; nothing else of it is interpreted. */
function Words({ text }: { text: string }) {
  return text.split(LINK).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      part
    ),
  )
}

function State({ message }: { message: Message }) {
  const { t } = useTranslation('messages')
  const [Icon, key] = message.pending
    ? ([Clock, 'sending'] as const)
    : message.is_read
      ? ([CheckCheck, 'read'] as const)
      : ([Check, 'sent'] as const)
  return (
    <span role="img" aria-label={t(key)} title={t(key)} data-read={message.is_read || undefined}>
      <Icon size={14} aria-hidden />
    </span>
  )
}

interface Props {
  message: Message
  isMine: boolean
  progress: number | null
  onReport: (message: Message) => void
}

export function MessageBubble({ message, isMine, progress, onReport }: Props) {
  const { t, i18n } = useTranslation('messages')
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' })
  return (
    <div className={styles.line} data-mine={isMine || undefined}>
      <div className={styles.bubble} data-pending={message.pending}>
        {message.file_url && <MessageFile message={message} progress={progress} />}
        {message.content && (
          <p>
            <Words text={message.content} />
          </p>
        )}
        <span className={styles.meta}>
          <time dateTime={message.created_at}>{time.format(new Date(message.created_at))}</time>
          {isMine && <State message={message} />}
        </span>
      </div>
      {!isMine && (
        <Menu position="bottom-start">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              className={styles.more}
              aria-label={t('message_actions')}
            >
              <Ellipsis size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<Flag size={15} aria-hidden />}
              onClick={() => onReport(message)}
            >
              {t('report')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}
