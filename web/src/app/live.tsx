import { OutboxSender } from '@/features/messages/outbox-sender.ts'
import { LiveToasts } from '@/features/notifications/live-toasts.tsx'
import { useMemberChannel } from '@/shared/members/member-changes.ts'
import { useProfile } from '@/shared/members/profile.tsx'

/**
 * Background work on every page of a member: live changes, their toasts, and the sending of queued messages. The
 * channel opens together with the toasts, so that no change arrives before there is something to announce it.
 */
export function BackgroundWork() {
  useMemberChannel(useProfile().profile)
  return (
    <>
      <LiveToasts />
      <OutboxSender />
    </>
  )
}
