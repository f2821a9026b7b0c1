import { Alert } from '@mantine/core'
import { Suspense } from 'react'
import { toUserMessage } from '@/lib/api/errors.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'

function Words({ error }: { error: unknown }) {
  useTranslation(['errors', 'refusals'])
  return toUserMessage(error)
}

/** Why a wallet, or we, did not do what was asked: it stays beside the button, since a toast may go while a wallet is open. */
export function Failure({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <Alert color="red" role="alert" ta="start" w="100%">
      <Suspense fallback={null}>
        <Words error={error} />
      </Suspense>
    </Alert>
  )
}
