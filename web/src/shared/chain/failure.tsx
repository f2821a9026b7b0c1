import { Alert } from '@mantine/core'
import { FailureText } from '@/ui/refusal-text.tsx'

/** Why a wallet, or we, did not do what was asked: it stays beside the button, since a toast may go while a wallet is open. */
export function Failure({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <Alert color="red" role="alert" ta="start" w="100%">
      <FailureText error={error} />
    </Alert>
  )
}
