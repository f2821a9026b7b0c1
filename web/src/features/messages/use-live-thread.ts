import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime.ts'
import { offersKey } from './offers/queries.ts'
import { threadKey } from './queries.ts'
import { upsertMessage, type Message, type ThreadPages } from '@/domain/messages/thread-state.ts'

/** Both sides' messages and offers of an open conversation, as they come and as they change. */
export function useLiveThread(conversationId: string) {
  const client = useQueryClient()
  useTableChanges(
    `thread:${conversationId}`,
    [
      { table: 'messages', filter: `conversation_id=eq.${conversationId}` },
      { table: 'offers', filter: `conversation_id=eq.${conversationId}` },
    ],
    ({ table, new: message }) => {
      if (table === 'offers') {
        void client.invalidateQueries({ queryKey: offersKey(conversationId) })
        return
      }
      if (!('id' in message)) return
      // Without a first page there is nothing to add to: the page that is loading will hold it.
      client.setQueryData<ThreadPages>(
        threadKey(conversationId),
        (thread) => thread && upsertMessage(thread, message as Message),
      )
    },
  )
}
