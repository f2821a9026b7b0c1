import { OutboxSender } from '@/features/messages/outbox-sender.ts'
import { LiveToasts } from '@/features/notifications/live-toasts.tsx'

/** Background work on every page of a member: live notifications and the sending of queued messages. */
export function Live() {
  return (
    <>
      <LiveToasts />
      <OutboxSender />
    </>
  )
}
