// The cached pages of one conversation, and functions that change them. The newest page is first, and in a page the
// newest message, so new messages are added at the start of page 0 and older pages do not change.

export type Message = {
  id: string
  conversation_id: string
  sender_id: string
  receiver_id: string
  content: string
  created_at: string
  is_read: boolean
  file_url: string | null
  file_name: string | null
  file_type: string | null
  file_size: number | null
  /** The offer that the message shows. */
  offer_id: string | null
  order_id?: string | null
  /** `waiting` while the server does not have the message, or the key of the error for which it was refused. */
  waiting?: string
}

export type ThreadPages = { pages: Message[][]; pageParams: unknown[] }

const newestFirst = (a: Message, b: Message) =>
  b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id)

/** Adds a message, or replaces the one with its id. */
export function upsertMessage(thread: ThreadPages | undefined, message: Message): ThreadPages {
  if (!thread) return { pages: [[message]], pageParams: [null] }
  const known = thread.pages.some((page) => page.some((m) => m.id === message.id))
  const pages = known
    ? thread.pages.map((page) => page.map((m) => (m.id === message.id ? message : m)))
    : [[message, ...(thread.pages[0] ?? [])].toSorted(newestFirst), ...thread.pages.slice(1)]
  return { ...thread, pages }
}

/** Adds a new message, or updates a loaded one. A changed message on a page that is not loaded is ignored. */
export const applyChange = (thread: ThreadPages, message: Message, isNew: boolean): ThreadPages =>
  isNew || thread.pages.some((page) => page.some(({ id }) => id === message.id))
    ? upsertMessage(thread, message)
    : thread

/** Replaces the thread by pages that end with the newest message, and keeps messages that arrived after those pages. */
export function joinedPages(thread: ThreadPages | undefined, pages: Message[][]): ThreadPages {
  const known = new Set(pages.flat().map(({ id }) => id))
  const since = (thread?.pages[0] ?? []).filter(({ id }) => !known.has(id))
  return { pages: [since, ...pages], pageParams: [null, ...pages.map(() => null)] }
}

export function markReadBy(thread: ThreadPages | undefined, receiverId: string) {
  if (!thread) return thread
  const read = (m: Message) =>
    m.receiver_id === receiverId && !m.is_read ? { ...m, is_read: true } : m
  return { ...thread, pages: thread.pages.map((page) => page.map(read)) }
}

export const oldestFirst = (thread: ThreadPages | undefined): Message[] =>
  (thread?.pages ?? []).flat().toReversed()

export const hasUnread = (messages: Message[], receiverId: string) =>
  messages.some((m) => m.receiver_id === receiverId && !m.is_read)

/** True for the first message of a day; `dayOf` returns the day in the reader's time zone. */
export const startsDay = (
  message: Message,
  before: Message | undefined,
  dayOf: (iso: string) => string,
) => !before || dayOf(before.created_at) !== dayOf(message.created_at)
