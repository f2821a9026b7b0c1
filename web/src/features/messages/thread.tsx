import { Button, Loader } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessageSquarePlus, UserRoundX } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { memberQuery } from '@/domain/members/members.ts'
import { useProfile } from '@/domain/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { QueryView } from '@/ui/query-view.tsx'
import { useDocumentTitle } from '@/ui/use-document-title.ts'
import { Composer } from '@/domain/messages/composer.tsx'
import { MessageLog } from './message-log.tsx'
import { OfferDialog } from './offers/offer-dialog.tsx'
import { conversationQuery, inboxQuery, threadQuery, useMarkConversationRead } from './queries.ts'
import { enqueue, useWaitingMessages } from '@/domain/messages/outbox.ts'
import { ThreadHead, type Other } from './thread-head.tsx'
import { hasUnread, oldestFirst, type Message } from '@/domain/messages/thread-state.ts'
import { useLiveThread } from './use-live-thread.ts'
import { usePresence } from './use-presence.ts'
import { useSoughtMessage } from './use-sought-message.ts'
import styles from '@/domain/messages/messages.module.css'

/** Former members are in the inbox only; members without a conversation are in `members` only. */
function useOther(otherId: string): Other {
  const { t } = useTranslation()
  const { data: member, isSuccess } = useQuery({ ...memberQuery(otherId), meta: { silent: true } })
  const { data: inbox } = useInfiniteQuery(inboxQuery())
  const entry = inbox?.pages.flat().find((each) => each.other_id === otherId)
  return {
    id: otherId,
    name: member?.display_name ?? entry?.other_name ?? t('unknown'),
    image: member?.profile_image ?? entry?.other_image ?? null,
    role: member?.role ?? entry?.other_role ?? null,
    isVerified: member?.is_verified ?? false,
    isMember: Boolean(member),
    isLookedUp: isSuccess,
    blocked: entry?.blocked ?? false,
    blockedByMe: entry?.blocked_by_me ?? false,
  }
}

function useVisible() {
  const [visible, setVisible] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return visible
}

interface LogProps {
  conversationId: string
  myId: string
  otherId: string
  onNewest: (id: string | undefined) => void
}

function ConversationLog({ conversationId, myId, otherId, onNewest }: LogProps) {
  const query = useInfiniteQuery(threadQuery(conversationId))
  const messages = useMemo(() => oldestFirst(query.data), [query.data])
  const waiting = useWaitingMessages(myId, otherId, messages)
  const { mutate: markRead } = useMarkConversationRead(myId)
  const visible = useVisible()
  const sought = useSoughtMessage(conversationId, messages, query)
  useLiveThread(conversationId)

  const unread = visible && hasUnread(messages, myId)
  useEffect(() => {
    if (unread) markRead(conversationId)
  }, [unread, conversationId, markRead])

  const newestOfOther = messages.findLast((message: Message) => message.sender_id !== myId)?.id
  useEffect(() => onNewest(newestOfOther), [newestOfOther, onNewest])

  return (
    <QueryView
      query={query}
      skeleton={
        <div className={styles.waiting} aria-busy="true">
          <Loader size="sm" />
        </div>
      }
    >
      {() => (
        <MessageLog
          messages={[...messages, ...waiting]}
          myId={myId}
          older={query}
          sought={sought}
        />
      )}
    </QueryView>
  )
}

const NONE: Message[] = []

/** No messages yet; drafts are kept here until there is a conversation. */
function NewConversation({ myId, other }: { myId: string; other: Other }) {
  const { t } = useTranslation('messages')
  const waiting = useWaitingMessages(myId, other.id, NONE)
  if (waiting.length > 0) return <MessageLog messages={waiting} myId={myId} />
  return (
    <div className={styles.waiting}>
      <EmptyState
        bare
        icon={MessageSquarePlus}
        title={t('first_title', { name: other.name })}
        text={t('first_text')}
      />
    </div>
  )
}

/** No such member, and nobody ever talked to. */
function Nobody() {
  const { t } = useTranslation('messages')
  return (
    <section className={`${styles.thread} ${styles.waiting}`}>
      <EmptyState
        bare
        icon={UserRoundX}
        title={t('unknown_title')}
        text={t('unknown_text')}
        action={
          <Button component={Link} href={paths.messages()} variant="default">
            {t('back')}
          </Button>
        }
      />
    </section>
  )
}

export function Thread({ otherId }: { otherId: string }) {
  const { t } = useTranslation('messages')
  const { profile } = useProfile()
  const other = useOther(otherId)
  const conversation = useQuery(conversationQuery(profile.id, otherId))
  const conversationId = conversation.data ?? null
  const [newestOfOther, setNewestOfOther] = useState<string>()
  const [offering, setOffering] = useState(false)
  const canOffer = other.isMember && [profile.role, other.role].toSorted().join() === 'brand,kol'
  const { isHere, isTyping, sayTyping } = usePresence(
    // A blocked member appears offline.
    { conversationId: other.blocked ? null : conversationId, myId: profile.id, otherId },
    newestOfOther,
  )
  useDocumentTitle(other.name)
  if (other.isLookedUp && !other.isMember && conversation.data === null) return <Nobody />
  return (
    <section className={styles.thread} aria-label={t('with', { name: other.name })}>
      <ThreadHead other={other} isHere={isHere} isTyping={isTyping} />
      <QueryView
        query={conversation}
        skeleton={
          <div className={styles.waiting} aria-busy="true">
            <Loader size="sm" />
          </div>
        }
      >
        {(id) =>
          id ? (
            <ConversationLog
              conversationId={id}
              myId={profile.id}
              otherId={otherId}
              onNewest={setNewestOfOther}
            />
          ) : (
            <NewConversation myId={profile.id} other={other} />
          )
        }
      </QueryView>
      {other.blocked ? (
        <p className={styles.blocked} role="status">
          {t(other.blockedByMe ? 'blocked_by_me' : 'blocked')}
        </p>
      ) : (
        <Composer
          key={otherId}
          place={otherId}
          focusFirst
          onTyping={sayTyping}
          onOffer={canOffer ? () => setOffering(true) : undefined}
          onSend={(text, file) => enqueue({ memberId: profile.id, otherId, text, file })}
        />
      )}
      <OfferDialog
        key={`offer ${otherId}`}
        opened={offering}
        otherId={otherId}
        former={null}
        onClose={() => setOffering(false)}
      />
    </section>
  )
}
