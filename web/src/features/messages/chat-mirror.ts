import { env } from '@/lib/env.ts'
import { StatedError } from '@/lib/api/errors.ts'
import { loadBackend } from '@/lib/api/supabase.ts'
import type { Message } from '@/domain/messages/thread-state.ts'

// Sends a copy of each message to the chat service, if one is configured. The client reads only the table `messages`,
// so errors here are logged and ignored.

/** Id of the channel of two members. The ids are sorted, so that both use the same channel; a colon is not allowed. */
export const channelId = (one: string, other: string) =>
  `messaging_${[one, other].toSorted().join('-')}`

async function fetchToken(): Promise<{ token: string; userId: string }> {
  const { backend } = await loadBackend()
  const { data, error } = await backend.functions.invoke<{ token: string; userId: string }>(
    'chat-token',
    { method: 'POST' },
  )
  if (error) throw error
  if (!data) throw new StatedError('chat_not_connected')
  return data
}

async function connect(apiKey: string) {
  const { StreamChat } = await import('stream-chat')
  const { userId } = await fetchToken()
  const client = StreamChat.getInstance(apiKey)
  if (client.userID === userId) return client
  if (client.userID) await client.disconnectUser()
  // The library calls this function again when the token has expired.
  await client.connectUser({ id: userId }, async () => (await fetchToken()).token)
  return client
}

/**
 * The copy of a message for the service. The service does not allow clients to set `created_at`, so the time is in
 * `sent_at`. Of a file only its name and path are copied; the file stays where only the two members can read it.
 */
export const copyOf = (message: Message) => ({
  id: message.id,
  text: message.content,
  user: { id: message.sender_id },
  sent_at: message.created_at,
  attachments: message.file_name
    ? [
        {
          type: 'file',
          title: message.file_name,
          mime_type: message.file_type ?? undefined,
          file_size: message.file_size ?? undefined,
          file_path: message.file_url ?? undefined,
        },
      ]
    : [],
})

/** True if a channel has no other members: clients create channels, so anybody could have created this one with a third member. */
export const areThePair = (members: readonly { user_id?: string }[], pair: readonly string[]) =>
  members.length === pair.length && members.every(({ user_id = '' }) => pair.includes(user_id))

let connected: ReturnType<typeof connect> | null = null

export async function mirrorMessage(message: Message): Promise<void> {
  if (!env.streamKey) return
  try {
    const client = await (connected ??= connect(env.streamKey))
    const { sender_id: sender, receiver_id: receiver } = message
    const channel = client.channel('messaging', channelId(sender, receiver), {
      members: [sender, receiver],
    })
    await channel.create()
    const { members } = await channel.queryMembers({})
    if (!areThePair(members, [sender, receiver])) throw new Error('Others read this channel.')
    await channel.sendMessage(copyOf(message))
  } catch (error) {
    connected = null
    console.warn('The chat service did not take a copy', error)
  }
}
