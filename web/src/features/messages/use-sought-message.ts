import { useQuery, type InfiniteQueryObserverResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { toast } from '@/lib/toast.ts'
import type { Sought } from '@/ui/use-place.ts'
import type { Message } from '@/domain/messages/thread-state.ts'
import { messageExistsQuery } from './queries.ts'

/**
 * The message that the address names (`?message=`). Older pages are loaded until it is there; then
 * the address forgets it, because the conversation goes on.
 */
export function useSoughtMessage(
  conversationId: string,
  messages: Message[],
  older: Pick<
    InfiniteQueryObserverResult,
    'isSuccess' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >,
): Sought | null {
  const { t } = useTranslation('messages')
  const [params, setParams] = useSearchParams()
  const [found, setFound] = useState<Sought | null>(null)
  const [settled, setSettled] = useState<string | null>(null)
  const id = params.get('message')
  const isLoaded = messages.some((message) => message.id === id)
  const { isSuccess, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = older
  const { data: exists } = useQuery({
    ...messageExistsQuery(conversationId, id ?? ''),
    enabled: id !== null && isSuccess && !isLoaded,
  })
  const isGone = !isLoaded && (exists === false || (exists === true && !hasNextPage))
  const isOlder = !isLoaded && exists === true && hasNextPage
  const arrived = isLoaded || isGone ? id : null
  if (arrived !== null && arrived !== settled) {
    setSettled(arrived)
    setFound(isLoaded ? { id: arrived } : null)
  }
  if (id === null && settled !== null) setSettled(null)

  useEffect(() => {
    if (isOlder && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [isOlder, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

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
