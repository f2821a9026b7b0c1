import { Suspense } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { AppError, toUserMessage } from '@/lib/api/errors.ts'

function Words({ error }: { error: unknown }) {
  useTranslation(['errors', 'refusals'])
  return toUserMessage(error)
}

/**
 * Why something failed. Its words come after the first screen, which does not wait for them:
 * what stands around it stays on the screen meanwhile.
 */
export const FailureText = ({ error }: { error: unknown }) => (
  <Suspense fallback={null}>
    <Words error={error} />
  </Suspense>
)

/** Why something is refused, by the token of the database. */
export const RefusalText = ({ token }: { token: string }) => (
  <FailureText error={new AppError(token)} />
)
