import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { NOTE_MAX, useEditShortlist, type Shortlisted } from '@/domain/market/shortlist.ts'
import { useDraftForm } from '@/lib/form.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import { Textarea } from '@/ui/textarea.tsx'

const noteSchema = z.object({ note: z.string().check(z.trim()) })

interface Props {
  entry: Shortlisted
  name: string
  onDone: () => void
}

export function NoteForm({ entry, name, onDone }: Props) {
  const { t } = useTranslation(['shortlist', 'common'])
  const save = useEditShortlist()
  const { fieldOf, handleSubmit } = useDraftForm(
    noteSchema,
    { note: entry.note },
    `shortlist:${entry.creator_id}`,
  )
  const submit = handleSubmit(({ note }) =>
    save.mutateAsync({ of: { creator_id: entry.creator_id }, to: { note } }).then(onDone),
  )
  return (
    <Form onSubmit={submit}>
      <Textarea
        label={t('note_about', { name })}
        description={t('note_private')}
        maxLength={NOTE_MAX}
        minRows={3}
        data-autofocus
        {...fieldOf('note')}
      />
      <FormActions submit={t('common:save')} busy={save.isPending} onCancel={onDone} />
    </Form>
  )
}
