import { Alert } from '@mantine/core'
import { BadgeCheck } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { Profile } from '@/shared/members/profile.tsx'

/** Said before the change is made: another name or picture costs the badge until staff look again. */
export function VerificationNotice({ profile }: { profile: Profile }) {
  const { t } = useTranslation('settings')
  if (!profile.is_verified && !profile.verification_pending) return null
  const kind = profile.verification_pending ? 'pending' : 'verified'
  return (
    <Alert
      icon={<BadgeCheck size={18} aria-hidden />}
      color={kind === 'pending' ? 'yellow' : 'blue'}
      title={t(`verification.${kind}`)}
    >
      {t(`verification.${kind}_text`)}
    </Alert>
  )
}
