import { skipToken, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import {
  joinedPages,
  oldestFirst,
  type Message,
  type ThreadPages,
} from '@/domain/messages/thread-state.ts'
import type { NewerEntries } from '@/ui/long-log.tsx'
import { messagesAroundQuery, threadKey, threadQuery } from './queries.ts'

const NOWHERE = { conversation_id: '', id: '' } as Message

/**
 * The loaded pages of a conversation: up to the newest message or, after a jump to an old message, around that
 * message. Once the pages around it reach the newest message, they replace the pages of the conversation.
 */
export function useThread(conversationId: string) {
  const client = useQueryClient()
  const [middle, setMiddle] = useState<Message | null>(null)
  const newest = useInfiniteQuery(threadQuery(conversationId))
  const options = messagesAroundQuery(middle ?? NOWHERE)
  const around = useInfiniteQuery({ ...options, ...(!middle && { queryFn: skipToken }) })
  const pages = middle ? around.data?.pages : undefined
  const isWhole = pages !== undefined && !around.hasPreviousPage

  useEffect(() => {
    if (!isWhole) return
    const queryKey = threadKey(conversationId)
    // An earlier fetch would replace these pages by fewer ones, so it is cancelled.
    void client.cancelQueries({ queryKey, exact: true }).then(() => {
      client.setQueryData<ThreadPages>(queryKey, (thread) => joinedPages(thread, pages))
      setMiddle(null)
    })
  }, [client, conversationId, isWhole, pages])

  const newestMessages = useMemo(() => oldestFirst(newest.data), [newest.data])
  const messages = useMemo(
    () => (pages ? pages.flat().toReversed() : newestMessages),
    [pages, newestMessages],
  )
  const newer: NewerEntries | null = pages
    ? {
        dataUpdatedAt: around.dataUpdatedAt,
        isFetching: around.isFetching,
        hasNextPage: around.hasPreviousPage,
        isFetchingNextPage: around.isFetchingPreviousPage,
        isFetchNextPageError: around.isFetchPreviousPageError,
        fetchNextPage: around.fetchPreviousPage,
        leave: () => setMiddle(null),
      }
    : null
  return {
    newest,
    newestMessages,
    messages,
    older: pages ? around : newest,
    newer,
    show: setMiddle,
  }
}
