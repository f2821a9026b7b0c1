import { useQueryClient } from '@tanstack/react-query'
import { useTableChanges } from '@/lib/realtime.ts'
import { threadKey } from './queries.ts'
import { upsertMessage, type Message, type ThreadPages } from './thread-state.ts'

/** Both sides' messages of an open conversation, as they come and as they are read. */
export function useLiveThread(conversationId: string) {
  const client = useQueryClient()
  useTableChanges(
    `thread:${conversationId}`,
    [{ table: 'messages', filter: `conversation_id=eq.${conversationId}` }],
    ({ new: message }) => {
      if (!('id' in message)) return
      // Without a first page there is nothing to add to: the page that is loading will hold it.
      client.setQueryData<ThreadPages>(
        threadKey(conversationId),
        (thread) => thread && upsertMessage(thread, message as Message),
      )
    },
  )
}
