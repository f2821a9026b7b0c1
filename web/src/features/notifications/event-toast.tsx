import { BadgeCheck, Bell, MessageSquare, ShoppingBag, UserRoundSearch, Wallet } from 'lucide-react'
import type { ToastContentProps } from 'react-toastify'
import { textOf } from '@/lib/i18n/text.ts'
import { toast } from '@/lib/toast.ts'
import type { EventToast } from './toasts.ts'
import styles from './notifications.module.css'

const ICONS = {
  message: MessageSquare,
  order: ShoppingBag,
  completion: BadgeCheck,
  payment: Wallet,
  match: UserRoundSearch,
  update: Bell,
}

interface Props extends Partial<ToastContentProps> {
  content: EventToast
  onView: () => void
}

function EventToastView({ content, onView, closeToast }: Props) {
  return (
    <div className={styles.toast}>
      <strong>{content.title}</strong>
      {content.text && <span>{content.text}</span>}
      <button
        type="button"
        className={styles.toastAction}
        onClick={(event) => {
          event.stopPropagation()
          closeToast?.('viewed')
          onView()
        }}
      >
        {textOf(`common:${content.actionKey}`)}
      </button>
    </div>
  )
}

interface Options {
  /** Id of the event. A toast with an id that was shown before is not shown again. */
  id: string
  onView: (path: string) => void
  onDismiss?: () => void
  /** Returns true if the event is obsolete by the time its toast can be shown. */
  isPast?: () => boolean
}

/** Ids of shown events. Live changes and the refetch after a lost connection may report the same event. */
const shownEvents = new Set<string>()

/** Shows a toast for an event. `onDismiss` is called only if the reader closes it, not if its time runs out. */
export function showEventToast(content: EventToast, { id, onView, onDismiss, isPast }: Options) {
  if (shownEvents.has(id)) return
  shownEvents.add(id)
  const Icon = ICONS[content.kind]
  toast.plain(<EventToastView content={content} onView={() => onView(content.path)} />, {
    toastId: id,
    autoClose: content.duration,
    closeOnClick: false,
    icon: <Icon size={20} aria-hidden />,
    onOpen: () => {
      if (isPast?.()) toast.dismiss(id)
    },
    onClose: (reason) => {
      if (reason === true) onDismiss?.()
    },
  })
}
