import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toUserMessage } from '@/lib/api/errors.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'

interface Query<Data> {
  data: Data | undefined
  error: unknown
  fetchStatus: 'fetching' | 'paused' | 'idle'
  refetch: () => unknown
}

interface Props<Data> {
  query: Query<Data>
  skeleton: ReactNode
  isEmpty?: (data: Data) => boolean
  empty?: ReactNode
  bare?: boolean
  children: (data: Data) => ReactNode
}

/** Shows the loaded data, or else a skeleton, the error with a retry, "offline" or the empty state. */
export function QueryView<Data>(props: Props<Data>) {
  const { query, skeleton, isEmpty, empty, bare = false, children } = props
  const { t } = useTranslation()
  const { data } = query
  if (data === undefined) {
    if (query.fetchStatus === 'paused')
      return <EmptyState icon={WifiOff} title={t('error_title')} text={t('offline')} bare={bare} />
    if (query.error)
      return (
        <ErrorState
          message={toUserMessage(query.error)}
          onRetry={() => void query.refetch()}
          bare={bare}
        />
      )
    return skeleton
  }
  return isEmpty?.(data) ? empty : children(data)
}
