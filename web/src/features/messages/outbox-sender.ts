import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { attachmentPath, shownFileName } from '@/domain/files/attachments.ts'
import { uploadAttachment } from '@/domain/files/upload.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { keyRoots } from '@/domain/query-keys.ts'
import { onOutboxChange, outboxStore, type WaitingMessage } from '@/lib/storage/device-store.ts'
import { isSessionLost, readError, StatedError, tokenOf } from '@/lib/api/errors.ts'
import { isOnline, onReachable } from '@/lib/online.ts'
import { supabase } from '@/lib/api/supabase.ts'
import { mirrorMessage } from './chat-mirror.ts'
import { withLock, messageLock, showProgress } from '@/domain/messages/outbox.ts'
import { orderThreadKey } from '@/domain/messages/order-thread.ts'
import { conversationQuery, INBOX_KEY, threadKey } from './queries.ts'
import { upsertMessage, type Message, type ThreadPages } from '@/domain/messages/thread-state.ts'

/** Name of the lock that the sending tab holds. Without locks, two tabs may send the same message, which the server stores once. */
const LOCK = 'kolpact-outbox'
const AGAIN_MS = 5_000

const fileColumns = (path: string, file: File) => ({
  file_url: path,
  file_name: shownFileName(file.name),
  file_type: file.type,
  file_size: file.size,
})

async function conversationWith(client: QueryClient, { memberId, otherId }: WaitingMessage) {
  if (!memberId) throw new StatedError('user_profile_not_found')
  if (!otherId) throw new StatedError('other_profile_not_found')
  const query = conversationQuery(memberId, otherId)
  const known = await client.ensureQueryData(query)
  if (known) return known
  const { data, error } = await supabase.rpc('get_or_create_conversation', {
    other_profile_id: otherId,
  })
  if (error) throw error
  if (!data) throw new StatedError('conversation_not_created')
  client.setQueryData(query.queryKey, data)
  return data
}

/** Constraints that fail only if the conversation or the other member no longer exists, with the error to show. */
const GONE: Record<string, ConstructorParameters<typeof StatedError>[0]> = {
  messages_conversation_id_fkey: 'conversation_not_found',
  messages_receiver_id_fkey: 'participant_not_found',
}

/** The stored row of a message whose response was lost. It is looked up first, because a block may make Storage refuse the file. */
async function storedRow(id: string): Promise<Message | null> {
  const { data, error } = await supabase.from('messages').select().eq('id', id).maybeSingle()
  if (error) throw error
  return data
}

/** Uploads the file of a message; null if the message was taken back during the upload. */
async function uploadOf(id: string, path: string, file: File): Promise<File | null> {
  const back = new AbortController()
  const abortIfTakenBack = async () => {
    const waiting = await outboxStore.all()
    if (!waiting.some((each) => each.id === id)) back.abort()
  }
  const stop = onOutboxChange(() => void abortIfTakenBack())
  try {
    return await uploadAttachment(path, file, (share) => showProgress(id, share), back.signal)
  } catch (error) {
    if (back.signal.aborted) return null
    throw error
  } finally {
    stop()
  }
}

/** Sends one message; null if it was taken back. If a repeated insert finds the message already stored, it counts as sent. */
async function send(client: QueryClient, waiting: WaitingMessage): Promise<Message | null> {
  const { id, memberId, otherId, orderId, text, file } = waiting
  const known = waiting.tried && file && (await storedRow(id))
  if (known) return known
  const conversationId = await conversationWith(client, waiting)
  const path = file && attachmentPath(conversationId, id, file.name)
  const stored = file && path && (await uploadOf(id, path, file))
  if (file && !stored) return null
  const row = {
    id,
    conversation_id: conversationId,
    sender_id: memberId,
    receiver_id: otherId,
    content: text,
    ...(orderId && { order_id: orderId }),
    ...(stored && path ? fileColumns(path, stored) : {}),
  }
  const answer = await withLock(messageLock(id), async () =>
    // The message is marked as tried before it is sent, because it may arrive although the response is lost.
    (await outboxStore.change(id, { tried: true })) ? supabase.from('messages').insert(row) : null,
  )
  if (!answer) return null
  const { error } = answer
  const token = error && tokenOf(error)
  const gone = token && GONE[token]
  if (gone) throw new StatedError(gone)
  if (error && token !== 'messages_pkey') throw error
  return {
    file_url: null,
    file_name: null,
    file_type: null,
    file_size: null,
    offer_id: null,
    ...row,
    created_at: new Date().toISOString(),
    is_read: false,
  }
}

async function onSent(client: QueryClient, message: Message) {
  const key = threadKey(message.conversation_id)
  // An earlier fetch does not contain the message, so its result would remove it from the screen for a moment.
  await client.cancelQueries({ queryKey: key })
  client.setQueryData<ThreadPages>(key, (thread) => thread && upsertMessage(thread, message))
  await outboxStore.remove(message.id)
  void client.invalidateQueries({ queryKey: key })
  if (message.order_id)
    void client.invalidateQueries({ queryKey: orderThreadKey(message.order_id) })
  void client.invalidateQueries({ queryKey: INBOX_KEY })
  void mirrorMessage(message)
}

/** True for a temporary failure, for which the queue waits without an action of the member. */
const isTemporary = (error: unknown) =>
  readError(error).canRetry || isSessionLost(error) || tokenOf(error) === 'rate_limited'

/** Tries to send one message; false if the rest of the queue has to wait. */
async function attempt(client: QueryClient, waiting: WaitingMessage): Promise<boolean> {
  try {
    const message = await send(client, waiting)
    if (message) await onSent(client, message)
    return true
  } catch (error) {
    if (isTemporary(error)) return false
    console.warn('A message was refused', error)
    await outboxStore.change(waiting.id, { refused: readError(error).key ?? 'unexpected' })
    // After a refusal the conversations are loaded again: the other member may have blocked this one or left.
    void client.invalidateQueries({ queryKey: keyRoots.messages })
    return true
  } finally {
    showProgress(waiting.id, undefined)
  }
}

/** Sends the waiting messages of one member in their order. False if some have to wait. */
export async function drain(client: QueryClient, memberId: string): Promise<boolean> {
  for (;;) {
    const waiting = await outboxStore.all()
    const next = waiting.find((each) => each.memberId === memberId && !each.refused)
    if (!next) return true
    if (!isOnline() || !(await attempt(client, next))) return false
  }
}

/** Sends waiting messages while it is mounted; only one tab sends at a time. */
export function OutboxSender() {
  const client = useQueryClient()
  const { profile } = useProfile()
  useEffect(() => {
    const mounted = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let running = false
    let changed = false
    async function run() {
      changed = true
      if (running) return
      running = true
      clearTimeout(timer)
      let done = true
      while (changed && done && !mounted.signal.aborted) {
        changed = false
        done = await withLock(LOCK, () => drain(client, profile.id)).catch(() => false)
      }
      running = false
      if (!done && !mounted.signal.aborted) timer = setTimeout(() => void run(), AGAIN_MS)
    }
    const start = () => void run()
    const stopChanges = onOutboxChange(start)
    const stopReachable = onReachable(start)
    window.addEventListener('online', start)
    start()
    return () => {
      mounted.abort()
      clearTimeout(timer)
      stopChanges()
      stopReachable()
      window.removeEventListener('online', start)
    }
  }, [client, profile.id])
  return null
}
