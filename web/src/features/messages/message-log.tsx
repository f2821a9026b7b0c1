import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortDate } from '@/lib/time.ts'
import { LoadMore } from '@/ui/load-more.tsx'
import { MessageBubble, messageElementId } from '@/domain/messages/message-bubble.tsx'
import { useLogScroll } from '@/domain/messages/use-log-scroll.ts'
import { orderNumbersQuery } from '@/domain/orders/order-numbers.ts'
import { groupByDay, type Message } from '@/domain/messages/thread-state.ts'
import { OfferCard } from './offers/offer-card.tsx'
import type { Sought } from './use-sought-message.ts'
import styles from '@/domain/messages/messages.module.css'

const ReportDialog = lazy(() =>
  import('@/domain/messages/report-dialog.tsx').then((m) => ({ default: m.ReportDialog })),
)

interface Props {
  messages: Message[]
  myId: string
  /** Missing where the server has nothing yet. */
  older?: Parameters<typeof LoadMore>[0]['query']
  /** The message that the reader asked for: shown, marked and focused. */
  sought?: Sought | null
}

export function MessageLog({ messages, myId, older, sought = null }: Props) {
  const { t, i18n } = useTranslation('messages')
  const { data: numbers } = useQuery(
    orderNumbersQuery(messages.flatMap(({ order_id }) => order_id ?? [])),
  )
  const newest = messages.at(-1)
  const { box, onScroll, show } = useLogScroll({
    first: messages[0]?.id ?? '',
    last: newest?.id ?? '',
    isMine: newest?.sender_id === myId,
  })
  useEffect(() => {
    if (sought) show(messageElementId(sought.id))
  }, [sought, show])
  const [reported, setReported] = useState<Message | null>(null)
  const [wasAsked, setWasAsked] = useState(false)
  const report = (message: Message) => {
    setWasAsked(true)
    setReported(message)
  }
  const dayOf = (iso: string) => shortDate(new Date(iso), i18n.language)
  return (
    <Box
      ref={box}
      className={styles.log}
      role="log"
      aria-label={t('log')}
      tabIndex={0}
      onScroll={onScroll}
    >
      <div className={styles.messages}>
        {older && <LoadMore query={older} auto />}
        {groupByDay(messages, dayOf).map(({ day, messages: ofDay }) => (
          <Fragment key={day}>
            <div className={styles.day}>
              <span>{day}</span>
            </div>
            {ofDay.map((message) => (
              <MessageBubble
                key={message.id}
                message={message}
                isSought={message.id === sought?.id}
                isMine={message.sender_id === myId}
                orderNumber={numbers?.get(message.order_id ?? '')}
                offer={
                  message.offer_id && (
                    <OfferCard
                      offerId={message.offer_id}
                      conversationId={message.conversation_id}
                    />
                  )
                }
                onReport={report}
              />
            ))}
          </Fragment>
        ))}
      </div>
      {sought && (
        <span className="k-visually-hidden" role="status">
          {t('found')}
        </span>
      )}
      {wasAsked && (
        <Suspense fallback={null}>
          <ReportDialog message={reported} onClose={() => setReported(null)} />
        </Suspense>
      )}
    </Box>
  )
}
