import { Suspense } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { AppError, toUserMessage } from '@/lib/api/errors.ts'

function Words({ error }: { error: unknown }) {
  useTranslation(['errors', 'refusals'])
  return toUserMessage(error)
}

/**
 * The text of an error. It is loaded after the first screen, which does not wait for it;
 * the content around it stays visible while it loads.
 */
export const FailureText = ({ error }: { error: unknown }) => (
  <Suspense fallback={null}>
    <Words error={error} />
  </Suspense>
)

/** The text of a refusal, by the database's token. */
export const RefusalText = ({ token }: { token: string }) => (
  <FailureText error={new AppError(token)} />
)
