import { BadgeCheck, Bell, MessageSquare, ShoppingBag, UserRoundSearch, Wallet } from 'lucide-react'
import type { ToastContentProps } from 'react-toastify'
import { i18n } from '@/lib/i18n.ts'
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
        {i18n.t(`common:${content.actionKey}`)}
      </button>
    </div>
  )
}

interface Options {
  /** The same id is shown once. */
  id: string
  onView: (path: string) => void
  onDismiss?: () => void
  /** True when it is obsolete by the time it can be shown. */
  isPast?: () => boolean
}

/** Live changes and the refetch after a gap overlap: each event is shown once. */
const said = new Set<string>()

/** Shows what happened; closing it by hand is a dismissal, running out of time is not. */
export function showEventToast(content: EventToast, { id, onView, onDismiss, isPast }: Options) {
  if (said.has(id)) return
  said.add(id)
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
