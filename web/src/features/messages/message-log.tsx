import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { shortDate } from '@/lib/i18n/time.ts'
import { AwaitedCode } from '@/ui/awaited-code.tsx'
import type { LoadMore } from '@/ui/load-more.tsx'
import { lazyOf } from '@/ui/loadable.tsx'
import { idOf } from '@/ui/long-list.tsx'
import { LongLog, type NewerEntries } from '@/ui/long-log.tsx'
import type { ScrollTarget } from '@/ui/use-scroll-anchor.ts'
import { MessageBubble } from '@/shared/messages/message-bubble.tsx'
import { orderNumbersQuery } from '@/domain/orders/order-numbers.ts'
import { startsDay, type Message } from '@/domain/messages/thread-state.ts'
import { OfferCard } from './offers/offer-card.tsx'
import styles from '@/shared/messages/messages.module.css'

const ReportDialog = lazyOf(() => import('@/shared/messages/report-dialog.tsx'), 'ReportDialog')

interface Props {
  messages: Message[]
  myId: string
  /** The query that loads older messages; missing while the server has no messages of this conversation. */
  older?: Parameters<typeof LoadMore>[0]['query']
  newer?: NewerEntries | null
  /** The message that the reader opened by a link: it is brought into view, marked and focused. */
  scrollTarget?: ScrollTarget | null
}

export function MessageLog({ messages, myId, older, newer = null, scrollTarget = null }: Props) {
  const { t, i18n } = useTranslation(['messages', 'common'])
  const { data: numbers } = useQuery(
    orderNumbersQuery(messages.flatMap(({ order_id }) => order_id ?? [])),
  )
  const [reported, setReported] = useState<Message | null>(null)
  const [wasAsked, setWasAsked] = useState(false)
  const report = useCallback((message: Message) => {
    setWasAsked(true)
    setReported(message)
  }, [])
  const dayOf = (iso: string) => shortDate(new Date(iso), i18n.language)
  return (
    <>
      <LongLog
        label={t('common:nav.messages')}
        name={`messages ${messages[0]?.conversation_id}`}
        items={messages}
        keyOf={idOf}
        older={older}
        newer={newer}
        isMine={messages.at(-1)?.sender_id === myId}
        scrollTarget={scrollTarget}
        boxClass={styles.log}
        className={styles.messages}
      >
        {(message, before) => (
          <>
            {startsDay(message, before, dayOf) && (
              <div className={styles.day}>
                <span>{dayOf(message.created_at)}</span>
              </div>
            )}
            <MessageBubble
              message={message}
              isHighlighted={message.id === scrollTarget?.id}
              isMine={message.sender_id === myId}
              orderNumber={numbers?.get(message.order_id ?? '')}
              offer={
                message.offer_id && (
                  <OfferCard offerId={message.offer_id} conversationId={message.conversation_id} />
                )
              }
              onReport={report}
            />
          </>
        )}
      </LongLog>
      {scrollTarget && (
        <span className="k-visually-hidden" role="status">
          {t('found')}
        </span>
      )}
      {wasAsked && (
        <AwaitedCode kind="press">
          <ReportDialog message={reported} onClose={() => setReported(null)} />
        </AwaitedCode>
      )}
    </>
  )
}
