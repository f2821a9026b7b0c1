import { useQuery } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { paths } from '@/domain/paths.ts'
import { useKeptOpen } from '@/lib/storage/kept-open.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { useDocumentTitle } from '@/ui/use-document-title.ts'
import { Composer } from '@/shared/messages/composer.tsx'
import { ConversationLog, LoadedOrUnsent, NewConversation } from './conversation-log.tsx'
import { OfferDialog } from './offers/lazy-dialogs.ts'
import { conversationQuery } from './queries.ts'
import { enqueue } from '@/domain/messages/outbox.ts'
import { LinkButton } from '@/ui/link-button.tsx'
import { ThreadHead } from './thread-head.tsx'
import { ThreadOrders } from './thread-orders.tsx'
import { useOther } from './use-other.ts'
import { usePresence } from './use-presence.ts'
import styles from '@/shared/messages/messages.module.css'

/** The page if no member has the id in the address. */
function Nobody() {
  const { t } = useTranslation('messages')
  return (
    <section className={`${styles.thread} ${styles.waiting}`}>
      <EmptyState
        bare
        icon={UserRoundX}
        title={t('unknown_title')}
        text={t('unknown_text')}
        action={<LinkButton href={paths.messages()}>{t('back')}</LinkButton>}
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
  const [offering, setOffering] = useKeptOpen(`offer:${otherId}`, false)
  const canOffer = other.isMember && [profile.role, other.role].toSorted().join() === 'brand,kol'
  const { isHere, isTyping, sayTyping } = usePresence(
    // Presence is off for a blocked member, who therefore appears offline.
    { conversationId: other.blocked ? null : conversationId, myId: profile.id, otherId },
    newestOfOther,
  )
  useDocumentTitle(other.isNamed ? other.name : undefined)
  if (other.isLookedUp && !other.isMember && conversation.data === null) return <Nobody />
  return (
    <section
      className={styles.thread}
      aria-label={other.isNamed ? t('with', { name: other.name }) : undefined}
    >
      <ThreadHead other={other} isHere={isHere} isTyping={isTyping} />
      <ThreadOrders other={other} />
      <LoadedOrUnsent query={conversation} myId={profile.id} otherId={otherId}>
        {(id) =>
          id ? (
            <ConversationLog
              conversationId={id}
              myId={profile.id}
              otherId={otherId}
              onNewest={setNewestOfOther}
            />
          ) : (
            other.isNamed && <NewConversation myId={profile.id} other={other} />
          )
        }
      </LoadedOrUnsent>
      {other.blocked ? (
        <p className={styles.blocked} role="status">
          {t(other.blockedByMe ? 'blocked_by_me' : 'blocked')}
        </p>
      ) : (
        <Composer
          key={otherId}
          place={otherId}
          isUnavailable={other.isLookedUp && !other.isMember}
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
        earlier={null}
        onClose={() => setOffering(false)}
      />
    </section>
  )
}
