import { Loader } from '@mantine/core'
import { MessageSquarePlus } from 'lucide-react'
import { useEffect, useMemo, type ReactNode } from 'react'
import { isolated } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useWaitingMessages } from '@/domain/messages/outbox.ts'
import { hasUnread, type Message } from '@/domain/messages/thread-state.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { QueryView } from '@/ui/query-view.tsx'
import styles from '@/shared/messages/messages.module.css'
import { useQueryClient } from '@tanstack/react-query'
import { changeThread } from '@/domain/messages/change-thread.ts'
import { useTableChanges } from '@/lib/api/realtime.ts'
import { reload } from '@/lib/api/reload.ts'
import { useVisible } from '@/lib/visible.ts'
import { MessageLog } from './message-log.tsx'
import { useMarkConversationRead, threadKey } from './queries.ts'
import type { OtherMember } from './thread-head.tsx'
import { useMessageInUrl } from './use-message-in-url.ts'
import { useThread } from './use-thread.ts'
import { offersKey } from './offers/queries.ts'

/** Keeps the messages and offers of an open conversation up to date. */
function useLiveThread(conversationId: string) {
  const client = useQueryClient()
  useTableChanges(
    `thread:${conversationId}`,
    [
      { table: 'messages', filter: `conversation_id=eq.${conversationId}` },
      { table: 'offers', filter: `conversation_id=eq.${conversationId}` },
    ],
    (change) => {
      if (change.table === 'offers') void reload(client, offersKey(conversationId))
      else changeThread(client, threadKey(conversationId), change)
    },
  )
}

const NONE: Message[] = []

/** Unsent messages, shown while the conversation cannot be loaded. */
function Unsent({ myId, otherId }: { myId: string; otherId: string }) {
  const waiting = useWaitingMessages(myId, otherId, NONE)
  return waiting.length > 0 && <MessageLog messages={waiting} myId={myId} />
}

interface LoadedProps<Data> {
  query: Parameters<typeof QueryView<Data>>[0]['query']
  myId: string
  otherId: string
  children: (data: Data) => ReactNode
}

/** Renders a part of the conversation; while it loads, unsent messages are shown below its skeleton. */
export function LoadedOrUnsent<Data>({ query, myId, otherId, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  return (
    <>
      <div className={styles.waiting}>
        <QueryView
          bare
          query={query}
          skeleton={
            <div aria-busy="true">
              <Loader size="sm" />
            </div>
          }
        >
          {children}
        </QueryView>
      </div>
      <Unsent myId={myId} otherId={otherId} />
    </>
  )
}

interface LogProps {
  conversationId: string
  myId: string
  otherId: string
  onNewest: (id: string | undefined) => void
}

/** The messages of a conversation, kept up to date and marked as read. */
export function ConversationLog({ conversationId, myId, otherId, onNewest }: LogProps) {
  const thread = useThread(conversationId)
  const { newest, newestMessages, messages, older, newer } = thread
  const waiting = useWaitingMessages(myId, otherId, newestMessages)
  const all = useMemo(
    () => (newer ? messages : [...messages, ...waiting]),
    [messages, newer, waiting],
  )
  const { mutate: markRead } = useMarkConversationRead(myId)
  const visible = useVisible()
  const scrollTarget = useMessageInUrl(conversationId, thread)
  useLiveThread(conversationId)

  // A member who sends a message while reading old ones is taken to the newest message.
  const hasWritten = newer !== null && waiting.length > 0
  useEffect(() => {
    if (hasWritten) newer?.leave()
  }, [hasWritten, newer])

  const unread = visible && hasUnread(newestMessages, myId)
  useEffect(() => {
    if (unread) markRead(conversationId)
  }, [unread, conversationId, markRead])

  const newestOfOther = newestMessages.findLast(
    (message: Message) => message.sender_id !== myId,
  )?.id
  useEffect(() => onNewest(newestOfOther), [newestOfOther, onNewest])

  return (
    <LoadedOrUnsent query={newest} myId={myId} otherId={otherId}>
      {() => (
        <MessageLog
          messages={all}
          myId={myId}
          older={older}
          newer={newer}
          scrollTarget={scrollTarget}
        />
      )}
    </LoadedOrUnsent>
  )
}

/** A conversation without messages. Unsent messages are kept here until it is created. */
export function NewConversation({
  myId,
  other,
}: {
  myId: string
  other: Pick<OtherMember, 'id' | 'name'>
}) {
  const { t } = useTranslation('messages')
  const waiting = useWaitingMessages(myId, other.id, NONE)
  if (waiting.length > 0) return <MessageLog messages={waiting} myId={myId} />
  return (
    <div className={styles.waiting}>
      <EmptyState
        bare
        icon={MessageSquarePlus}
        title={t('first_title', { name: isolated(other.name) })}
        text={t('first_text')}
      />
    </div>
  )
}
