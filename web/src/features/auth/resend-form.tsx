import { useState } from 'react'
import { EmailField } from './email-field.tsx'
import { ResendLink } from './resend-link.tsx'

/** Form that sends the confirmation mail again and asks for the address. */
export function ResendForm() {
  const [email, setEmail] = useState('')
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <EmailField value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
      <ResendLink email={email} />
    </form>
  )
}
