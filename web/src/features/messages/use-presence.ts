import type { RealtimeChannel } from '@supabase/supabase-js'
import { useEffect, useRef, useState } from 'react'
import { useOnline } from '@/lib/online.ts'
import { loadBackend } from '@/lib/api/supabase.ts'

/** Intervals of the typing signal, equal to those of the chat service. */
const TYPING_EVERY_MS = 2_000
const TYPING_ENDS_MS = 7_000

type Presence = { isHere: boolean; isTyping: boolean; sayTyping: () => void }

/** Subscribes to the presence channels of both members; both callbacks report about the other member. */
async function joinConversation(
  conversationId: string,
  myId: string,
  otherId: string,
  on: { onPresence: (isHere: boolean) => void; onTyping: (isTyping: boolean) => void },
) {
  let ends: ReturnType<typeof setTimeout> | undefined
  const stopTyping = () => {
    clearTimeout(ends)
    on.onTyping(false)
  }
  const { backend } = await loadBackend()
  const channelOf = (id: string) =>
    backend.channel(`conversation:${conversationId}:${id}`, {
      config: { private: true, presence: { enabled: true } },
    })
  const mine = channelOf(myId)
  const theirs = channelOf(otherId)
  theirs
    .on('presence', { event: 'sync' }, () =>
      on.onPresence(Object.keys(theirs.presenceState()).length > 0),
    )
    .on('broadcast', { event: 'typing' }, () => {
      on.onTyping(true)
      clearTimeout(ends)
      ends = setTimeout(stopTyping, TYPING_ENDS_MS)
    })
    .subscribe()
  mine.subscribe((status) => {
    if (status === 'SUBSCRIBED') void mine.track({ at: Date.now() })
  })
  return {
    mine,
    leave() {
      stopTyping()
      on.onPresence(false)
      void backend.removeChannel(mine)
      void backend.removeChannel(theirs)
    },
  }
}

/**
 * Whether the other member has the conversation open, and is typing. Each member sends on a private channel on which
 * only they can send, so a message on the other member's channel comes from them, whatever its payload or presence
 * key claims.
 */
export function usePresence(
  {
    conversationId,
    myId,
    otherId,
  }: { conversationId: string | null; myId: string; otherId: string },
  /** The other member's newest message; when it changes, they have sent what they were typing. */
  newestOfOther: string | undefined,
): Presence {
  const [isHere, setHere] = useState(false)
  // Newest message of the other member when they began to type; null while they do not type.
  const [typingAfter, setTypingAfter] = useState<string | null>(null)
  const newest = newestOfOther ?? 'none'
  const latest = useRef(newest)
  const channel = useRef<RealtimeChannel | null>(null)
  const saidAt = useRef(0)
  const online = useOnline()

  useEffect(() => {
    if (!conversationId || !online) return
    const joined = joinConversation(conversationId, myId, otherId, {
      onPresence: setHere,
      onTyping: (isTyping) => setTypingAfter(isTyping ? latest.current : null),
    })
    let left = false
    void joined.then(
      ({ mine }) => {
        if (!left) channel.current = mine
      },
      // An error is ignored, because without presence the other member only appears to be offline.
      () => {},
    )
    return () => {
      left = true
      channel.current = null
      void joined.then(({ leave }) => leave()).catch(() => {})
    }
  }, [conversationId, myId, otherId, online])

  useEffect(() => {
    latest.current = newest
  }, [newest])

  return {
    isHere,
    isTyping: typingAfter === newest,
    sayTyping() {
      const now = Date.now()
      if (!channel.current || now - saidAt.current < TYPING_EVERY_MS) return
      saidAt.current = now
      void channel.current.send({ type: 'broadcast', event: 'typing', payload: {} })
    },
  }
}
