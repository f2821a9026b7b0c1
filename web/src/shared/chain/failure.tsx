import { Alert } from '@mantine/core'
import { FailureText } from '@/ui/refusal-text.tsx'

/** An error of a wallet or of our server. It stays beside the button, because a toast may disappear while the wallet is open. */
export function WalletError({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <Alert color="red" role="alert" ta="start" w="100%">
      <FailureText error={error} />
    </Alert>
  )
}
