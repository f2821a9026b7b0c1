import { Button, type ButtonProps } from '@mantine/core'
import { Check } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { toast } from '@/lib/toast.ts'
import { NoteButton } from './note-button.tsx'
import { shownOf, useStaffAction } from './staff-actions.ts'
import type { Profile } from './staff-rows.ts'

interface Props extends ButtonProps {
  profile: Profile
  name: string
}

/** A newcomer who waits to be let onto the market. */
export function Newcomer({ profile, name, ...button }: Props) {
  const { t } = useTranslation('staff')
  const act = useStaffAction()
  return (
    <>
      <Button
        {...button}
        leftSection={<Check size={16} aria-hidden />}
        loading={act.isPending}
        aria-label={t('approve_name', { name })}
        onClick={() =>
          act.mutate(
            { act: 'approve_profile', args: shownOf(profile) },
            { onSuccess: () => toast.success(t('approved', { name })) },
          )
        }
      >
        {t('approve')}
      </Button>
      <NoteButton
        {...button}
        title={t('reject_title', { name })}
        label={t('reject_reason')}
        place={`staff:reject:${profile.id}`}
        actWith={(reason) => ({ act: 'reject_profile', args: { ...shownOf(profile), reason } })}
      >
        {t('reject')}
      </NoteButton>
    </>
  )
}
