import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { toast } from '@/lib/toast.ts'
import type { Sought } from '@/ui/use-place.ts'
import type { Message } from '@/domain/messages/thread-state.ts'
import { messageQuery } from './queries.ts'

interface Thread {
  newest: { isSuccess: boolean }
  messages: Message[]
  show: (message: Message) => void
}

/**
 * The message that the address names (`?message=`). The thread shows what is around it; then the
 * address forgets it, because the conversation goes on.
 */
export function useSoughtMessage(
  conversationId: string,
  { newest, messages, show }: Thread,
): Sought | null {
  const { t } = useTranslation('messages')
  const [params, setParams] = useSearchParams()
  const [found, setFound] = useState<Sought | null>(null)
  const [settled, setSettled] = useState<string | null>(null)
  const id = params.get('message')
  const isLoaded = messages.some((message) => message.id === id)
  const { data: message } = useQuery({
    ...messageQuery(conversationId, id ?? ''),
    enabled: id !== null && newest.isSuccess && !isLoaded,
  })
  const isGone = !isLoaded && message === null
  const arrived = isLoaded || isGone ? id : null
  if (arrived !== null && arrived !== settled) {
    setSettled(arrived)
    setFound(isLoaded ? { id: arrived } : null)
  }
  if (id === null && settled !== null) setSettled(null)

  useEffect(() => {
    if (id !== null && !isLoaded && message) show(message)
  }, [id, isLoaded, message, show])

  useEffect(() => {
    if (arrived === null) return
    if (isGone) toast.info(t('gone'))
    setParams(
      (now) => {
        now.delete('message')
        return now
      },
      { replace: true },
    )
  }, [arrived, isGone, setParams, t])
  return found
}
