import { Textarea, type TextareaProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { type FieldError } from 'react-hook-form'
import * as z from 'zod/mini'
import { fieldError, requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'

export const note = requiredText(textKey('staff:note_needed'))
const noteSchema = z.object({ note })

interface FieldProps extends Omit<TextareaProps, 'error'> {
  error: FieldError | undefined
}

/** The reason that the audit keeps. */
export function NoteField({ error, ...field }: FieldProps) {
  return (
    <Textarea
      autosize
      minRows={3}
      maxRows={10}
      maxLength={2000}
      data-autofocus
      error={fieldError(error)}
      {...field}
    />
  )
}

export interface NoteDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  label: string
  submit: string
  busy: boolean
  /** Where the draft is kept. */
  place: string
  onSubmit: (note: string) => Promise<unknown>
  children?: ReactNode
}

function NoteForm({ onClose, label, submit, busy, place, onSubmit, children }: NoteDialogProps) {
  const { register, handleSubmit, formState } = useDraftForm(noteSchema, { note: '' }, place)
  return (
    <Form onSubmit={handleSubmit(({ note }) => onSubmit(note))}>
      {children}
      <NoteField label={label} error={formState.errors.note} {...register('note')} />
      <FormActions submit={submit} busy={busy} onCancel={onClose} />
    </Form>
  )
}

/** An act of staff that needs its reason in words. */
export function NoteDialog(props: NoteDialogProps) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title}>
      {props.opened && <NoteForm {...props} />}
    </Dialog>
  )
}
