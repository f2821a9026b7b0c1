import type { ButtonProps } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import primitives from '@/ui/primitives.module.css'
import { NoteButton } from './note-button.tsx'

interface Props extends ButtonProps {
  profileId: string
  name: string
}

/** Ends the freeze of an account, and of the person's other accounts if one of them was charged back. */
export function UnfreezeButton({
  profileId,
  causes,
  name,
  ...button
}: Props & { causes: string | null }) {
  const { t } = useTranslation(['staff', 'common'])
  return (
    <NoteButton
      {...button}
      title={t('unfreeze_title', { name })}
      text={<p className={primitives.quiet}>{t('unfreeze_text')}</p>}
      label={t('common:reason')}
      place={`staff:unfreeze:${profileId}`}
      actWith={(note) => ({
        act: 'unfreeze_profile',
        args: { profile_id: profileId, note, seen: causes ?? '' },
      })}
    >
      {t('unfreeze')}
    </NoteButton>
  )
}

/** Ends a suspension, or all suspensions by the same act, with a reason that the audit log stores. */
export function UnsuspendButton({
  profileId,
  suspensionId,
  name,
  together,
  ...button
}: Props & { suspensionId: string; together?: number }) {
  const { t } = useTranslation('staff')
  return (
    <NoteButton
      {...button}
      title={
        together
          ? t('unsuspend_all_title', { name, count: together })
          : t('unsuspend_title', { name })
      }
      label={t('unsuspend_note')}
      place={`staff:unsuspend:${profileId}`}
      actWith={(note) => ({
        act: 'unsuspend_profile',
        args: {
          profile_id: profileId,
          note,
          with_others: together !== undefined,
          suspension_id: suspensionId,
        },
      })}
    >
      {together ? t('unsuspend_all', { count: together }) : t('unsuspend')}
    </NoteButton>
  )
}
