import { Button } from '@mantine/core'
import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { hasDeadline } from '@/domain/orders/orders.ts'
import { noteHeight } from '@/ui/note-height.ts'
import { TimeText } from '@/ui/time-text.tsx'
import styles from '../stream/order-stream.module.css'

const NEXT_STEP = 'next-step'
const notePinnedHeight = noteHeight('--k-pinned-height')

/** True while the card of the next step is scrolled out above the visible area. */
function useIsAbove(id: string) {
  const [isAbove, setIsAbove] = useState(false)
  useEffect(() => {
    const card = document.getElementById(id)?.parentElement
    if (!card) return
    const observer = new IntersectionObserver((crossings) => {
      const now = crossings.at(-1)
      setIsAbove(Boolean(now && !now.isIntersecting && now.boundingClientRect.top < 0))
    })
    observer.observe(card)
    return () => observer.disconnect()
  }, [id])
  return isAbove
}

/** Shows the deadline and a link to the next step while the reader is further down the page. */
export function PinnedStep({ order }: { order: Order }) {
  const { t } = useTranslation(['orders', 'order-states'])
  const isAbove = useIsAbove(NEXT_STEP)
  if (!isAbove) return null
  return (
    <div className={styles.pinned}>
      <div
        ref={notePinnedHeight}
        className={styles.pinnedBar}
        role="region"
        aria-label={t('next_step')}
      >
        <span>
          {order.number}
          {order.due_at && hasDeadline(order.status) && (
            <>
              {' · '}
              <Clock size={14} aria-hidden /> {t(`order-states:${order.status}_clock`)}{' '}
              <TimeText value={order.due_at} />
            </>
          )}
        </span>
        <Button
          size="xs"
          onClick={() => document.getElementById(NEXT_STEP)?.scrollIntoView({ block: 'center' })}
        >
          {t('next_step')}
        </Button>
      </div>
    </div>
  )
}
