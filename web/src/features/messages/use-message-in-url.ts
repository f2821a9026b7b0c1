import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useSearchParams } from 'wouter'
import { toast } from '@/lib/toast.ts'
import type { ScrollTarget } from '@/ui/use-scroll-anchor.ts'
import type { Message } from '@/domain/messages/thread-state.ts'
import { messageQuery } from './queries.ts'

interface Thread {
  newest: { isSuccess: boolean }
  messages: Message[]
  show: (message: Message) => void
}

/**
 * Finds the message that the URL names (`?message=`), loads the messages around it, and then removes the parameter,
 * so that a reload shows the newest messages again.
 */
export function useMessageInUrl(
  conversationId: string,
  { newest, messages, show }: Thread,
): ScrollTarget | null {
  const { t } = useTranslation('messages')
  const [params, setParams] = useSearchParams()
  const [found, setFound] = useState<ScrollTarget | null>(null)
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
