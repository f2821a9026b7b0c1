import type { FieldError } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

/** The schemas name their words by key; this says them. */
export function useWords() {
  const { t } = useTranslation()
  return (error: Pick<FieldError, 'message'> | undefined): string | undefined =>
    error?.message ? t(error.message) : undefined
}
