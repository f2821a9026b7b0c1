import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { useDraftForm } from '@/lib/form.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import primitives from '@/ui/primitives.module.css'
import { note, NoteField } from './note-dialog.tsx'

const schema = z.object({ note })

/** Why staff look at what is private of a member; the audit log keeps it. */
export function ReasonForm({
  profileId,
  onReason,
}: {
  profileId: string
  onReason: (reason: string) => void
}) {
  const { t } = useTranslation('staff')
  const { fieldOf, handleSubmit } = useDraftForm(schema, { note: '' }, `staff:read:${profileId}`)
  return (
    <Form onSubmit={handleSubmit((fields) => Promise.resolve(onReason(fields.note)))}>
      <p className={primitives.quiet}>{t('read_member_text')}</p>
      <NoteField label={t('read_member_reason')} data-autofocus={undefined} {...fieldOf('note')} />
      <FormActions submit={t('read_member')} busy={false} />
    </Form>
  )
}
