import { Textarea as Field, type TextareaProps } from '@mantine/core'
import { useState } from 'react'
import { textOf } from '@/lib/i18n/text.ts'

/** A field of several lines that shows the number of characters near its limit, because it silently cuts longer pasted text. */
export function Textarea({ maxLength, description, onInput, ...field }: TextareaProps) {
  const [typed, setTyped] = useState(0)
  const used = typeof field.value === 'string' ? field.value.length : typed
  const isNearEnd = maxLength !== undefined && used >= maxLength * 0.8
  return (
    <Field
      {...field}
      {...(maxLength !== undefined && { maxLength })}
      description={
        isNearEnd ? (
          <span role="status">{textOf('common:profile.characters', { used, max: maxLength })}</span>
        ) : (
          description
        )
      }
      onInput={(event) => {
        setTyped(event.currentTarget.value.length)
        onInput?.(event)
      }}
    />
  )
}
