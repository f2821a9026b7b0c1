import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Tables } from '@/lib/database.types.ts'
import { useDraftForm } from '@/lib/form.ts'
import { isolated } from '@/lib/i18n/text.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import primitives from '@/ui/primitives.module.css'
import { note, NoteField } from './note-dialog.tsx'
import { memberFileQuery, settingsQuery, suspensionReachQuery } from './queries.ts'
import { useStaffAction } from './staff-actions.ts'

const CATEGORIES = [
  'spam',
  'conduct',
  'off_platform',
  'manipulation',
  'identity',
  'fraud',
  'security',
  'other',
] as const satisfies readonly Tables<'suspensions'>['category'][]

const schema = z.object({
  category: z.enum(CATEGORIES),
  note,
  with_invitees: z.boolean(),
  without_end: z.boolean(),
})

interface Props {
  profileId: string
  onClose: () => void
}

/** The names of the invitees, if the reader has opened the member's private data; others read where the names are shown. */
export function IncludedInvitees({ profileId }: { profileId: string }) {
  const { t } = useTranslation(['staff', 'common'])
  const { data: file } = useQuery(memberFileQuery(profileId, ''))
  if (file === undefined) return null
  if (file === null) return <p className={primitives.quiet}>{t('reached_unread')}</p>
  const { rows, tree } = file.invites
  const names = rows.map(({ name }) => isolated(name ?? t('common:unknown'))).join(', ')
  return (
    <p className={primitives.quiet}>
      {names}
      {tree > rows.length && ' …'}
    </p>
  )
}

/** Form for a suspension. Its duration follows from the category. */
function SuspendForm({ profileId, onClose }: Props) {
  const { t } = useTranslation(['staff', 'common'])
  const act = useStaffAction()
  const { fieldOf, handleSubmit, watch } = useDraftForm(
    schema,
    { category: 'other', note: '', with_invitees: false, without_end: false },
    `staff:suspend:${profileId}`,
  )
  const { data: settings = [] } = useQuery(settingsQuery())
  const { data: reach } = useQuery(suspensionReachQuery(profileId))
  const [category, endless, isTree] = watch(['category', 'without_end', 'with_invitees'])
  const days = settings.find(({ key }) => key === `suspension_days_${category}`)?.value
  return (
    <Form
      onSubmit={handleSubmit((fields) =>
        act
          .mutateAsync({ act: 'suspend_profile', args: { profile_id: profileId, ...fields } })
          .then(onClose),
      )}
      text={t('suspend_text')}
    >
      <NativeSelect
        label={t('suspend_category')}
        description={days !== undefined && !endless && t('suspend_days', { count: days })}
        data={CATEGORIES.map((value) => ({
          value,
          label: t(`common:suspension_category.${value}`),
        }))}
        data-autofocus
        {...fieldOf('category')}
      />
      <NoteField label={t('suspend_note')} data-autofocus={undefined} {...fieldOf('note')} />
      <Checkbox
        label={t('with_invitees')}
        description={reach !== undefined && t('suspension_reach', { count: reach })}
        {...fieldOf('with_invitees')}
      />
      {isTree && (reach ?? 0) > 1 && <IncludedInvitees profileId={profileId} />}
      <Checkbox label={t('suspend_without_end')} {...fieldOf('without_end')} />
      <FormActions
        submit={isTree && reach ? t('suspend_members', { count: reach }) : t('suspend')}
        danger
        busy={act.isPending}
        onCancel={onClose}
      />
    </Form>
  )
}

interface DialogProps extends Props {
  opened: boolean
  name: string
}

export function SuspendDialog({ opened, onClose, profileId, name }: DialogProps) {
  const { t } = useTranslation('staff')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('suspend_title', { name })}>
      {opened && <SuspendForm profileId={profileId} onClose={onClose} />}
    </Dialog>
  )
}
