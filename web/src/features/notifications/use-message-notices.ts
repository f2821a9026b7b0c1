import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { Tables } from '@/lib/database.types.ts'
import { lookUpMemberName } from '@/lib/members.ts'
import { useProfile } from '@/lib/profile.tsx'
import { keyRoots } from '@/lib/query-keys.ts'
import { useTableChanges } from '@/lib/realtime.ts'
import { supabase } from '@/lib/supabase.ts'
import { messageNotice, viewedMember } from './notice.ts'
import { showNotice } from './notice-toast.tsx'

type Message = Tables<'messages'>

export function useMessageNotices() {
  const { t } = useTranslation()
  const { profile } = useProfile()
  const [path, navigate] = useLocation()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: keyRoots.messages })

  async function markRead(message: Message) {
    // Failing means: it stays unread, and is counted as such.
    await supabase.from('messages').update({ is_read: true }).eq('id', message.id)
    void refresh()
  }

  useTableChanges<Message>(
    {
      table: 'messages',
      event: 'INSERT',
      filter: `receiver_id=eq.${profile.id}`,
      onResume: refresh,
    },
    async ({ new: message }) => {
      if (!('id' in message)) return
      void refresh()
      const visible = document.visibilityState === 'visible'
      // The open conversation shows it and marks it read.
      if (viewedMember(path, visible) === message.sender_id) return
      const name = (await lookUpMemberName(message.sender_id)) ?? t('common:unknown')
      showNotice(messageNotice(message.sender_id, name), {
        id: `message-${message.id}`,
        onView: navigate,
        onDismiss: () => void markRead(message),
      })
    },
  )
}
