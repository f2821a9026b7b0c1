import { useQueryClient } from '@tanstack/react-query'
import { changeThread } from '@/domain/messages/change-thread.ts'
import { useTableChanges } from '@/lib/api/realtime.ts'
import { reload } from '@/lib/api/reload.ts'
import { offersKey } from './offers/queries.ts'
import { threadKey } from './queries.ts'

/** Both sides' messages and offers of an open conversation, as they come and as they change. */
export function useLiveThread(conversationId: string) {
  const client = useQueryClient()
  useTableChanges(
    `thread:${conversationId}`,
    [
      { table: 'messages', filter: `conversation_id=eq.${conversationId}` },
      { table: 'offers', filter: `conversation_id=eq.${conversationId}` },
    ],
    (change) => {
      if (change.table === 'offers') void reload(client, offersKey(conversationId))
      else changeThread(client, threadKey(conversationId), change)
    },
  )
}
