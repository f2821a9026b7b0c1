import { Alert } from '@mantine/core'
import { CircleX, Clock } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { Profile } from '@/shared/members/profile.tsx'

/** Where the member stands with our staff, until they are approved. */
export function ApprovalNotice({ profile }: { profile: Profile }) {
  const { t } = useTranslation('home')
  if (profile.is_approved) return null
  if (profile.rejection_reason) {
    return (
      <Alert
        mb="lg"
        icon={<CircleX size={18} aria-hidden />}
        color="red"
        title={t('rejected.title')}
      >
        <p>{t('rejected.text', { reason: profile.rejection_reason })}</p>
        <p>{t('rejected.again')}</p>
      </Alert>
    )
  }
  return (
    <Alert mb="lg" icon={<Clock size={18} aria-hidden />} color="yellow" title={t('waiting.title')}>
      {t(profile.role === 'kol' ? 'waiting.text' : 'waiting.text_brand')}
    </Alert>
  )
}
