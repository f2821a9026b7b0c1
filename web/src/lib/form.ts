import type { FieldError } from 'react-hook-form'
import { i18n } from './i18n.ts'
import type { TextKey } from './text.ts'

/** The text of what is wrong with a field; its schema names it by key (`textKey`). */
export function fieldError(error: Pick<FieldError, 'message'> | undefined): string | undefined {
  return error?.message ? i18n.t(error.message as TextKey) : undefined
}
