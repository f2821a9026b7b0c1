import { useMemo, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Composer } from '@/shared/messages/composer.tsx'
import { draftPlace } from '@/domain/messages/drafts.ts'
import { MessageBubble } from '@/shared/messages/message-bubble.tsx'
import { enqueue } from '@/domain/messages/outbox.ts'
import type { Message } from '@/domain/messages/thread-state.ts'
import { isOnChain } from '@/domain/money/on-chain.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { lazyDialog } from '@/ui/loadable.tsx'
import { LongLog } from '@/ui/long-log.tsx'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import type { LedgerEvent } from '@/domain/money/ledger.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { MoneyMoves } from '@/shared/money/money-moves.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { StreamEvent } from './stream-event.tsx'
import type { StreamEntry } from './stream-entries.ts'
import { useOrderStream } from './use-order-stream.ts'
import { workToJudge } from '../page/order-view.ts'
import type { Delivery } from '../queries.ts'
import { useIsOtherSuspended } from '../page/use-other-suspended.ts'
import styles from './order-stream.module.css'

/** All entries of the reader's ledger that this order caused. */
function Bookkeeping({ money }: { money: LedgerEvent[] }) {
  const { t } = useTranslation('orders')
  if (money.length === 0) return null
  return (
    <details className={styles.details}>
      <summary>{t('bookkeeping')}</summary>
      <ul className={styles.entries}>
        {money.map((each) => (
          <li key={each.transfer_id} className={styles.event}>
            <strong>{textOr(`payments:event_${each.event}`, each.event)}</strong>
            <TimeText value={each.created_at} show="full" className={primitives.quiet} />
            <MoneyMoves event={each} />
          </li>
        ))}
      </ul>
    </details>
  )
}

const ReportDialog = lazyDialog(
  () => import('@/shared/messages/report-dialog.tsx'),
  'ReportDialog',
  'message',
)

interface Props {
  order: Order
  names: { brand: string; kol: string }
  /** The side of the reader; null for staff, who can read the history but not write. */
  side: OrderSide | null
  myId: string
}

interface EntryProps extends Props {
  entry: StreamEntry
  numbers: Map<string, number>
  /** The delivery or draft that is shown above the brand's buttons. The history leaves it out. */
  judged: Delivery | undefined
  onReport: (message: Message) => void
}

const SKELETON = <ListSkeleton rows={3} />

/** Largest height of the box; equal to the value in order-stream.module.css. */
const BOX_PX = 640

const keyOf = ({ key }: StreamEntry) => key

/** Numbers for deliveries and for drafts, each counted by themselves. */
function numbersOf(entries: StreamEntry[]): Map<string, number> {
  const counts = { draft: 0, delivery: 0 }
  return new Map(
    entries.flatMap((entry) => {
      if (entry.kind !== 'event' || !entry.delivery) return []
      return [[entry.key, ++counts[entry.delivery.is_draft ? 'draft' : 'delivery']]]
    }),
  )
}

function Entry({ order, names, myId, entry, numbers, judged, onReport }: EntryProps) {
  switch (entry.kind) {
    case 'message':
      return (
        <MessageBubble
          message={entry.message}
          isMine={entry.message.sender_id === myId}
          onReport={onReport}
        />
      )
    case 'event':
      return (
        <StreamEvent
          order={order}
          names={names}
          event={entry.event}
          delivery={entry.delivery?.id === judged?.id ? undefined : entry.delivery}
          number={numbers.get(entry.key) ?? 1}
          money={entry.money}
        />
      )
  }
}

export function StreamPlaceholder() {
  const { t } = useTranslation('orders')
  return (
    <SectionCard title={t('timeline')}>
      <div className={styles.placeholder} aria-busy="true" />
    </SectionCard>
  )
}

/** History of the order by time: moves, deliveries, payments and messages. */
export function OrderStream(props: Props) {
  const { order, side, myId } = props
  const { t } = useTranslation('orders')
  const [reported, setReported] = useState<Message | null>(null)
  const otherId = side === 'kol' ? order.brand_id : order.kol_id
  const { thread, history, entries, deliveries, money, isLoading } = useOrderStream(
    order,
    myId,
    otherId,
  )
  const judged = side === 'brand' ? workToJudge(order, deliveries)?.delivery : undefined
  const numbers = useMemo(() => numbersOf(entries), [entries])
  const isOtherSuspended = useIsOtherSuspended(order, side)
  const newest = entries.at(-1)
  return (
    <SectionCard title={t('timeline')}>
      <QueryView bare query={history} skeleton={SKELETON}>
        {() =>
          isLoading ? (
            SKELETON
          ) : (
            <LongLog
              label={t('timeline')}
              name={`order ${order.id}`}
              items={entries}
              keyOf={keyOf}
              older={thread}
              isMine={newest?.kind === 'message' && newest.message.sender_id === myId}
              boxClass={styles.log}
              highest={BOX_PX}
              className={styles.entries}
            >
              {(entry) => (
                <Entry
                  {...props}
                  entry={entry}
                  numbers={numbers}
                  judged={judged}
                  onReport={setReported}
                />
              )}
            </LongLog>
          )
        }
      </QueryView>
      {!isOnChain(order.currency) && <Bookkeeping money={money} />}
      <ReportDialog message={reported} onClose={() => setReported(null)} />
      {side !== null && (
        <Composer
          place={draftPlace(otherId, order.id)}
          isUnavailable={isOtherSuspended}
          onSend={(text, file) =>
            enqueue({ memberId: myId, otherId, orderId: order.id, text, file })
          }
        />
      )}
    </SectionCard>
  )
}
