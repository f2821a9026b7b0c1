import { type TextareaProps } from '@mantine/core'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { useUser } from '@/lib/session/session.ts'
import { requestKey } from '@/lib/storage/drafts.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { Textarea } from '@/ui/textarea.tsx'

export const note = requiredText(textKey('staff:note_needed'))
const noteSchema = z.object({ note })

/** Field for the reason, which the audit log stores. */
export function NoteField(field: TextareaProps) {
  return (
    <Textarea
      minRows={3}
      maxRows={10}
      maxLength={LIMITS.staff_audit_note_length.max}
      data-autofocus
      {...field}
    />
  )
}

interface NoteDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  label: string
  submit: string
  busy: boolean
  /** Key under which the draft is stored. */
  place: string
  /** Sends the reason. `key` stays the same until the request is known to have arrived. */
  onSubmit: (note: string, key: string) => Promise<unknown>
  children?: ReactNode
}

function NoteForm({ onClose, label, submit, busy, place, onSubmit, children }: NoteDialogProps) {
  const member = useUser()?.id ?? 'nobody'
  const { fieldOf, handleSubmit } = useDraftForm(noteSchema, { note: '' }, place)
  return (
    <Form onSubmit={handleSubmit(({ note }) => onSubmit(note, requestKey(member, place)))}>
      {children}
      <NoteField label={label} {...fieldOf('note')} />
      <FormActions submit={submit} busy={busy} onCancel={onClose} />
    </Form>
  )
}

/** Dialog for an act of staff that needs a written reason. */
export function NoteDialog(props: NoteDialogProps) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title}>
      {props.opened && <NoteForm {...props} />}
    </Dialog>
  )
}
