import { Suspense } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { AppError, toUserMessage } from '@/lib/api/errors.ts'

function Words({ token }: { token: string }) {
  useTranslation(['errors', 'refusals'])
  return toUserMessage(new AppError(token))
}

/**
 * Why something is refused. Its words come after the first screen, which does not wait for them:
 * what stands around it stays on the screen meanwhile.
 */
export function RefusalText({ token }: { token: string }) {
  return (
    <Suspense fallback={null}>
      <Words token={token} />
    </Suspense>
  )
}
