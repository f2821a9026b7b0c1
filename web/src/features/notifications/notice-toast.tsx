import { BadgeCheck, Bell, MessageSquare, ShoppingBag, UserRoundSearch, Wallet } from 'lucide-react'
import type { ToastContentProps } from 'react-toastify'
import { i18n } from '@/lib/i18n.ts'
import { notify } from '@/lib/notify.ts'
import type { Notice } from './notice.ts'
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
  notice: Notice
  onView: () => void
}

function NoticeToast({ notice, onView, closeToast }: Props) {
  const title = notice.textKey
    ? i18n.t(`notifications:${notice.textKey}`, notice.values ?? {})
    : notice.title
  return (
    <div className={styles.toast}>
      <strong>{title}</strong>
      {notice.text && <span>{notice.text}</span>}
      <button
        type="button"
        className={styles.toastAction}
        onClick={(event) => {
          event.stopPropagation()
          closeToast?.('viewed')
          onView()
        }}
      >
        {i18n.t(`common:${notice.actionKey}`)}
      </button>
    </div>
  )
}

interface Options {
  /** The same id is shown once. */
  id: string
  onView: (path: string) => void
  onDismiss?: () => void
  /** True when it need not be said any more by the time there is room for it. */
  isPast?: () => boolean
}

/** Shows a notice; closing it by hand is a dismissal, running out of time is not. */
export function showNotice(notice: Notice, { id, onView, onDismiss, isPast }: Options) {
  const Icon = ICONS[notice.kind]
  notify.plain(<NoticeToast notice={notice} onView={() => onView(notice.path)} />, {
    toastId: id,
    autoClose: notice.duration,
    closeOnClick: false,
    icon: <Icon size={20} aria-hidden />,
    onOpen: () => {
      if (isPast?.()) notify.dismiss(id)
    },
    onClose: (reason) => {
      if (reason === true) onDismiss?.()
    },
  })
}
