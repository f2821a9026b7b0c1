import { Box } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Composer } from '@/domain/messages/composer.tsx'
import { draftPlace } from '@/domain/messages/drafts.ts'
import { MessageBubble } from '@/domain/messages/message-bubble.tsx'
import { enqueue } from '@/domain/messages/outbox.ts'
import { ReportDialog } from '@/domain/messages/report-dialog.tsx'
import type { Message } from '@/domain/messages/thread-state.ts'
import { useLogScroll } from '@/domain/messages/use-log-scroll.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { LoadMore } from '@/ui/load-more.tsx'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { StreamEvent, StreamMoney } from './stream-event.tsx'
import type { StreamEntry } from './stream-entries.ts'
import { useOrderStream } from './use-order-stream.ts'
import styles from './order-stream.module.css'

interface Props {
  order: Order
  names: { brand: string; kol: string }
  /** Null for staff, who read the history and write nothing. */
  side: OrderSide | null
  myId: string
}

/** Drafts and deliveries are counted apart. */
function numbersOf(entries: StreamEntry[]): Map<string, number> {
  const counts = { draft: 0, delivery: 0 }
  return new Map(
    entries.flatMap((entry) => {
      if (entry.kind !== 'event' || !entry.delivery) return []
      return [[entry.key, ++counts[entry.delivery.is_draft ? 'draft' : 'delivery']]]
    }),
  )
}

function Entries({ order, names, myId, entries }: Props & { entries: StreamEntry[] }) {
  const [reported, setReported] = useState<Message | null>(null)
  const numbers = numbersOf(entries)
  return (
    <>
      <ol className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.key} data-kind={entry.kind}>
            {entry.kind === 'message' && (
              <MessageBubble
                message={entry.message}
                isMine={entry.message.sender_id === myId}
                onReport={setReported}
              />
            )}
            {entry.kind === 'money' && <StreamMoney money={entry.money} />}
            {entry.kind === 'event' && (
              <StreamEvent
                order={order}
                names={names}
                event={entry.event}
                delivery={entry.delivery}
                number={numbers.get(entry.key) ?? 1}
              />
            )}
          </li>
        ))}
      </ol>
      <ReportDialog message={reported} onClose={() => setReported(null)} />
    </>
  )
}

/** What happened in the order, what was delivered, paid and said about it, by time. */
export function OrderStream(props: Props) {
  const { order, side, myId } = props
  const { t } = useTranslation('orders')
  const otherId = side === 'kol' ? order.brand_id : order.kol_id
  const { thread, history, entries } = useOrderStream(order, myId, otherId)
  const newest = entries.at(-1)
  const { box, onScroll } = useLogScroll({
    first: entries[0]?.key ?? '',
    last: newest?.key ?? '',
    isMine: newest?.kind === 'message' && newest.message.sender_id === myId,
  })
  return (
    <SectionCard title={t('timeline')}>
      <QueryView bare query={history} skeleton={<ListSkeleton rows={3} />}>
        {() => (
          <Box
            ref={box}
            className={styles.log}
            role="log"
            aria-label={t('timeline')}
            tabIndex={0}
            onScroll={onScroll}
          >
            <div>
              <LoadMore query={thread} auto />
              <Entries {...props} entries={entries} />
            </div>
          </Box>
        )}
      </QueryView>
      {side !== null && (
        <Composer
          place={draftPlace(otherId, order.id)}
          // Nothing but a suspension stops the clock.
          isUnavailable={order.clock_resumes_at !== null}
          onSend={(text, file) =>
            enqueue({ memberId: myId, otherId, orderId: order.id, text, file })
          }
        />
      )}
    </SectionCard>
  )
}
