import type { RealtimeChannel } from '@supabase/supabase-js'
import { useEffect, useRef, useState } from 'react'
import { useOnline } from '@/lib/online.ts'
import { supabase } from '@/lib/supabase.ts'

/** Numbers of the chat service, kept where it is not used. */
const TYPING_EVERY_MS = 2_000
const TYPING_ENDS_MS = 7_000

type Presence = { isHere: boolean; isTyping: boolean; sayTyping: () => void }

/** Whether the other one has the conversation open, and is typing, over its private channel. */
export function usePresence(
  {
    conversationId,
    myId,
    otherId,
  }: { conversationId: string | null; myId: string; otherId: string },
  /** The newest message of the other one: once it is here, they are not typing it any more. */
  newestOfOther: string | undefined,
): Presence {
  const [isHere, setHere] = useState(false)
  // What was the newest when they began to type; null when they do not.
  const [typingAfter, setTypingAfter] = useState<string | null>(null)
  const newest = newestOfOther ?? 'none'
  const latest = useRef(newest)
  const channel = useRef<RealtimeChannel | null>(null)
  const saidAt = useRef(0)
  const online = useOnline()

  useEffect(() => {
    if (!conversationId || !online) return
    let ends: ReturnType<typeof setTimeout> | undefined
    const stopTyping = () => {
      clearTimeout(ends)
      setTypingAfter(null)
    }
    const joined = supabase.channel(`conversation:${conversationId}`, {
      config: { private: true, presence: { key: myId } },
    })
    joined
      .on('presence', { event: 'sync' }, () => setHere(otherId in joined.presenceState()))
      .on('broadcast', { event: 'typing' }, ({ payload }) => {
        if ((payload as { from?: string }).from !== otherId) return
        setTypingAfter(latest.current)
        clearTimeout(ends)
        ends = setTimeout(stopTyping, TYPING_ENDS_MS)
      })
      .subscribe((status) => {
        if (status === 'SUBSCRIBED') void joined.track({ at: Date.now() })
      })
    channel.current = joined
    return () => {
      stopTyping()
      setHere(false)
      channel.current = null
      void supabase.removeChannel(joined)
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
      void channel.current.send({ type: 'broadcast', event: 'typing', payload: { from: myId } })
    },
  }
}
