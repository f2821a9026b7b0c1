import { useMemo } from 'react'
import { create } from 'zustand'
import { onOutboxChange, outboxStore, type WaitingMessage } from '@/lib/storage/device-store.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'
import { draftPlace, returnDraft } from './drafts.ts'
import type { Message } from './thread-state.ts'

// Messages wait in the browser's own database until the server has them: they are kept after the tab is closed,
// are sent in their order, and can be taken back. `outbox-sender.ts` sends them.

const useWaiting = create<{ messages: WaitingMessage[]; progress: Record<string, number> }>(() => ({
  messages: [],
  progress: {},
}))

async function reload() {
  useWaiting.setState({ messages: await outboxStore.all() })
}
onOutboxChange(() => void reload())
void reload()

export function showProgress(id: string, share: number | undefined) {
  useWaiting.setState(({ progress }) => {
    const { [id]: _before, ...others } = progress
    return { progress: share === undefined ? others : { ...others, [id]: share } }
  })
}

export const useProgress = (id: string) => useWaiting(({ progress }) => progress[id] ?? null)

/** A waiting message in the form that the thread shows. */
function shown(waiting: WaitingMessage): Message {
  const { id, memberId, otherId, orderId, text, file, writtenAt, refused } = waiting
  return {
    id,
    conversation_id: '',
    sender_id: memberId,
    receiver_id: otherId,
    content: text,
    created_at: writtenAt,
    is_read: false,
    file_url: file ? '' : null,
    file_name: file?.name ?? null,
    file_type: file?.type ?? null,
    file_size: file?.size ?? null,
    offer_id: null,
    order_id: orderId ?? null,
    waiting: refused ?? 'waiting',
  }
}

/** Unsent messages of one conversation (or of one order in it), oldest first, without those that the server already returns. */
export function useWaitingMessages(
  myId: string,
  otherId: string,
  known: Message[],
  orderId?: string,
): Message[] {
  const messages = useWaiting((state) => state.messages)
  return useMemo(() => {
    const ids = new Set(known.map(({ id }) => id))
    return messages
      .filter((each) => each.memberId === myId && each.otherId === otherId && !ids.has(each.id))
      .filter((each) => orderId === undefined || each.orderId === orderId)
      .map(shown)
  }, [messages, known, myId, otherId, orderId])
}

export function enqueue(
  message: Pick<WaitingMessage, 'memberId' | 'otherId' | 'orderId' | 'text' | 'file'>,
) {
  const id = crypto.randomUUID()
  return outboxStore.add({ ...message, id, writtenAt: new Date().toISOString() })
}

/** Asks the server whether a message arrived, which is possible even if its response was lost. */
async function hasArrived(id: string): Promise<boolean> {
  const found = await unwrap(supabase.from('messages').select('id').eq('id', id))
  return found.length > 0
}

/** Runs the work while no other tab and no other call holds the lock. Browsers without locks run it at once. */
export function withLock<Answer>(lock: string, work: () => Promise<Answer>): Promise<Answer> {
  const locks = navigator.locks as LockManager | undefined
  return locks ? locks.request(lock, work) : work()
}

/** Name of the lock that is held while a message is sent or taken back. */
export const messageLock = (id: string) => `kolpact-message:${id}`

/** Removes a message from the queue and puts its text and file back into the draft, unless the server has received it. */
export const takeBack = (id: string) => withLock(messageLock(id), () => takeOut(id))

async function takeOut(id: string): Promise<'taken' | 'sent'> {
  const waiting = (await outboxStore.all()).find((each) => each.id === id)
  if (!waiting) return 'sent'
  const arrived = waiting.tried === true && (await hasArrived(id))
  await outboxStore.remove(id)
  if (arrived) return 'sent'
  const place = draftPlace(waiting.otherId, waiting.orderId)
  await returnDraft(place, waiting.text, waiting.file ? [waiting.file] : [])
  return 'taken'
}

export const tryAgain = (id: string) => outboxStore.change(id, { refused: undefined })
