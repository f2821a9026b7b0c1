import { Box } from '@mantine/core'
import { Fragment, lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortDate } from '@/lib/time.ts'
import { LoadMore } from '@/ui/load-more.tsx'
import { MessageBubble } from './message-bubble.tsx'
import { groupByDay, type Message } from './thread-state.ts'
import styles from './messages.module.css'

const ReportDialog = lazy(() =>
  import('./report-dialog.tsx').then((m) => ({ default: m.ReportDialog })),
)

const NEAR_END_PX = 120

interface Props {
  messages: Message[]
  myId: string
  /** Missing where the server has nothing yet. */
  older?: Parameters<typeof LoadMore>[0]['query']
}

/** Stays at its end while new messages come, and in its place while older ones are loaded. */
function useScroll(messages: Message[], myId: string) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef({ first: '', last: '', height: 0, atEnd: true })
  const first = messages[0]?.id ?? ''
  const last = messages.at(-1)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const was = before.current
    const isMyNew = was.last !== last?.id && last?.sender_id === myId
    if (was.atEnd || isMyNew) element.scrollTop = element.scrollHeight
    else if (was.first !== first && was.first !== '')
      element.scrollTop += element.scrollHeight - was.height
    before.current = { ...was, first, last: last?.id ?? '', height: element.scrollHeight }
  }, [first, last, myId])
  useEffect(() => {
    const element = box.current
    if (!element) return
    // A chosen file or a banner makes the box smaller, a picture that has loaded the list longer.
    const observer = new ResizeObserver(() => {
      if (before.current.atEnd) element.scrollTop = element.scrollHeight
      before.current.height = element.scrollHeight
    })
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return {
    box,
    onScroll() {
      const element = box.current
      if (!element) return
      before.current.height = element.scrollHeight
      before.current.atEnd =
        element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX
    },
  }
}

export function MessageLog({ messages, myId, older }: Props) {
  const { t, i18n } = useTranslation('messages')
  const { box, onScroll } = useScroll(messages, myId)
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
                isMine={message.sender_id === myId}
                onReport={report}
              />
            ))}
          </Fragment>
        ))}
      </div>
      {wasAsked && (
        <Suspense fallback={null}>
          <ReportDialog message={reported} onClose={() => setReported(null)} />
        </Suspense>
      )}
    </Box>
  )
}
