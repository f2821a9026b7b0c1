import { OutboxSender } from '@/features/messages/outbox-sender.ts'
import { LiveToasts } from '@/features/notifications/live-toasts.tsx'

/** What runs beside every page of a member and shows nothing of its own. */
export function Live() {
  return (
    <>
      <LiveToasts />
      <OutboxSender />
    </>
  )
}
