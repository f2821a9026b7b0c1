import { useMutation, useQueryClient } from '@tanstack/react-query'
import { attachmentPath } from '@/domain/files/attachments.ts'
import { uploadAttachment } from '@/domain/files/upload.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { tokenOf, unwrap } from '@/lib/errors.ts'
import { supabase } from '@/lib/supabase.ts'
import { mirror } from './chat-mirror.ts'
import { returnDraft } from './drafts.ts'
import { conversationQuery, inboxQuery, threadKey } from './queries.ts'
import { removeMessage, upsertMessage, type Message, type ThreadPages } from './thread-state.ts'

export type Outgoing = {
  text: string
  file: File | null
  onProgress: (share: number) => void
}

const fileOf = (path: string, file: File) => ({
  file_url: path,
  file_name: file.name.slice(-255),
  file_type: file.type,
  file_size: file.size,
})

/**
 * Shown at once under an id made here; taken back, with the draft returned, when it fails.
 * A repeated insert meets its own row, which is as good as sent.
 */
export function useSend(myId: string, otherId: string) {
  const client = useQueryClient()
  const set = (id: string, change: (thread: ThreadPages | undefined) => ThreadPages | undefined) =>
    client.setQueryData<ThreadPages>(threadKey(id), change)

  async function conversation(): Promise<string> {
    const query = conversationQuery(myId, otherId)
    const known = await client.ensureQueryData(query)
    if (known) return known
    const made = await unwrap(
      supabase.rpc('get_or_create_conversation', { other_profile_id: otherId }),
    )
    client.setQueryData(query.queryKey, made)
    return made
  }

  async function send({ text, file, onProgress }: Outgoing): Promise<Message> {
    const conversationId = await conversation()
    const id = crypto.randomUUID()
    const path = file && attachmentPath(conversationId, id, file.name)
    const row = {
      id,
      conversation_id: conversationId,
      sender_id: myId,
      receiver_id: otherId,
      content: text,
      ...(file && path ? fileOf(path, file) : {}),
    }
    const shown: Message = {
      file_url: null,
      file_name: null,
      file_type: null,
      file_size: null,
      ...row,
      created_at: new Date().toISOString(),
      is_read: false,
      pending: true,
    }
    await client.cancelQueries({ queryKey: threadKey(conversationId) })
    set(conversationId, (thread) => upsertMessage(thread, shown))
    try {
      if (file && path) await uploadAttachment(path, file, onProgress)
      const { error } = await supabase.from('messages').insert(row)
      if (error && tokenOf(error) !== 'messages_pkey') throw error
    } catch (error) {
      set(conversationId, (thread) => removeMessage(thread, id))
      throw error
    }
    const { pending: _pending, ...sent } = shown
    set(conversationId, (thread) => upsertMessage(thread, sent))
    return sent
  }

  return useMutation({
    mutationFn: send,
    onError: (_error, { text }) => returnDraft(otherId, text),
    onSuccess: (message) => {
      void mirror(message)
      void client.invalidateQueries({ queryKey: threadKey(message.conversation_id) })
      void client.invalidateQueries({ queryKey: inboxQuery().queryKey })
    },
    onSettled: (_message, error) => {
      // A refusal may mean a block, or a member who left.
      if (error) void client.invalidateQueries({ queryKey: keyRoots.messages })
    },
  })
}
