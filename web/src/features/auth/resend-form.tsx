import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { ResendLink } from './resend-link.tsx'

/** Form that sends the confirmation mail again and asks for the address. */
export function ResendForm() {
  const { t } = useTranslation(['auth', 'common'])
  const [email, setEmail] = useState('')
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <TextInput
        label={t('common:email')}
        type="email"
        autoComplete="email"
        size="md"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <ResendLink email={email} />
    </form>
  )
}
