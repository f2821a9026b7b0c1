import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import { Textarea } from '@/ui/textarea.tsx'
import type { FormProps, OrderMove } from './use-order-action.ts'

const NEEDED = textKey('orders:text_needed')

interface TextFormProps extends FormProps {
  text: string
  effect?: ReactNode
  label: string
  submit: string
  required: boolean
  danger?: boolean
  disabled?: boolean
  cancelLabel?: string | undefined
  toMove: (text: string) => OrderMove
}

/** Form for an action with a text, for example the reason of a refusal or a dispute. */
export function TextForm({
  text,
  effect,
  label,
  submit,
  required,
  danger,
  disabled,
  cancelLabel,
  toMove,
  ...rest
}: TextFormProps) {
  const schema = z.object({ text: required ? requiredText(NEEDED) : z.string().check(z.trim()) })
  const { fieldOf, handleSubmit } = useDraftForm(schema, { text: '' }, rest.place)
  return (
    <Form onSubmit={handleSubmit((input) => rest.onSubmit(toMove(input.text)))} text={text}>
      {effect}
      <Textarea
        label={label}
        maxLength={LIMITS.order_events_note_length.max}
        data-autofocus
        {...fieldOf('text')}
      />
      <FormActions
        submit={submit}
        danger={danger}
        disabled={disabled}
        busy={rest.busy}
        cancelLabel={cancelLabel}
        onCancel={rest.onCancel}
      />
    </Form>
  )
}
