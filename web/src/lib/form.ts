import { zodResolver } from '@hookform/resolvers/zod'
import {
  useForm,
  type DefaultValues,
  type FieldError,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import * as z from 'zod/mini'
import { i18n } from './i18n.ts'
import type { TextKey } from './text.ts'

// How forms are written: a schema that names its messages by key (`textKey`), `useZodForm`, and in
// the page `Form`, fields with `error={fieldError(errors.name)}` and `FormActions`. What the
// backend refuses is a toast of the mutation cache, unless the form has to say it itself.

/** A form whose rules are a schema; the submitted values are those that the schema returns. */
export function useZodForm<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodMiniType<Output, Input>,
  defaultValues: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  return useForm({ resolver: zodResolver(schema), defaultValues })
}

/** A text that is not blank, trimmed. */
export const requiredText = (message: string) => z.string().check(z.trim(), z.minLength(1, message))

/** The text of what is wrong with a field. */
export function fieldError(error: Pick<FieldError, 'message'> | undefined): string | undefined {
  if (!error?.message) return undefined
  const [key = '', values] = error.message.split('?')
  return i18n.t(key as TextKey, { replace: Object.fromEntries(new URLSearchParams(values)) })
}
