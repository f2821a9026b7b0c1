import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { useMemberChanges } from '@/shared/members/member-changes.ts'
import { lookUpMemberName } from '@/domain/members/members.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { reload } from '@/lib/api/reload.ts'
import { supabase } from '@/lib/api/supabase.ts'
import { toast } from '@/lib/toast.ts'
import { showEventToast } from './event-toast.tsx'
import { isViewed, messageToast } from './toasts.ts'

type Message = Tables<'messages'>

const toastIdOf = (message: Message) => `message-${message.id}`
const viewed = (message: Message, path: string) =>
  isViewed(message, path, document.visibilityState === 'visible')

/** Opening the conversation or the order of messages dismisses its toasts, also queued ones. */
function useAnswered(path: string) {
  const announced = useRef<Message[]>([])
  const now = useRef(path)
  useEffect(() => {
    now.current = path
    const isSeen = (message: Message) => viewed(message, path)
    announced.current.filter(isSeen).forEach((message) => toast.dismiss(toastIdOf(message)))
    announced.current = announced.current.filter((message) => !isSeen(message))
  }, [path])
  return {
    announce: (message: Message) => announced.current.push(message),
    isAnswered: (message: Message) => viewed(message, now.current),
  }
}

export function useMessageToasts() {
  const { t } = useTranslation(['notifications', 'common'])
  const [path, navigate] = useLocation()
  const { announce, isAnswered } = useAnswered(path)
  const client = useQueryClient()
  const refresh = () => reload(client, keyRoots.messages)

  async function markRead(message: Message) {
    // Failing means: it stays unread, and is counted as such.
    await supabase.from('messages').update({ is_read: true }).eq('id', message.id)
    void refresh()
  }

  useMemberChanges('messages', async ({ eventType, new: message }) => {
    if (eventType !== 'INSERT') return
    void refresh()
    // The open conversation shows it and marks it read.
    if (isAnswered(message)) return
    const name = (await lookUpMemberName(message.sender_id)) ?? t('common:unknown')
    announce(message)
    showEventToast(messageToast(message.sender_id, t('new_message', { name })), {
      id: toastIdOf(message),
      onView: navigate,
      onDismiss: () => void markRead(message),
      isPast: () => isAnswered(message),
    })
  })
}
