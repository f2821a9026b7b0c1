import { EmailCard } from './email-card.tsx'
import { FactorsCard } from './factors-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

export function SecuritySection() {
  return (
    <>
      <FactorsCard />
      <PasswordCard />
      <EmailCard />
      <SessionsCard />
    </>
  )
}
