import { Select } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { APP_CODE_DIGITS } from '@/lib/constants.ts'
import { useCredentialForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { CodeField } from '@/ui/code-field.tsx'
import { Form, FormActions, FormError, type ActionsProps } from '@/ui/form.tsx'
import type { Factor } from '@/domain/accounts/factors.ts'

const codeSchema = z.object({
  factorId: z.string(),
  code: z
    .string()
    .check(
      z.length(APP_CODE_DIGITS, textKey('security:code.short', { count: String(APP_CODE_DIGITS) })),
    ),
})

interface Props extends Pick<ActionsProps, 'danger' | 'aside' | 'onCancel'> {
  factors: Factor[]
  /** Label of the submit button, which names the action that needs the code. */
  submitLabel?: string
  error: unknown
  isPending: boolean
  onSubmit: (answer: { factorId: string; code: string }) => void
}

/** Form for the present code of an authenticator app. */
export function FactorCodeForm(props: Props) {
  const { factors, submitLabel, error, isPending, onSubmit, ...actions } = props
  const { t } = useTranslation(['security', 'common'])
  const { controlOf, handleSubmit } = useCredentialForm(codeSchema, {
    factorId: factors[0]?.id ?? '',
    code: '',
  })

  // Focuses the field when it appears, because a dialog moves the focus only when it opens.
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  return (
    <Form onSubmit={handleSubmit(onSubmit)}>
      <FormError error={error} />
      {factors.length > 1 && (
        <Select
          {...controlOf('factorId')}
          label={t('code.unnamed')}
          data={factors.map(({ id, name }) => ({
            value: id,
            label: name || t('code.unnamed'),
          }))}
        />
      )}
      <CodeField
        {...controlOf('code')}
        label={t('code.label')}
        description={t('code.hint')}
        digits={APP_CODE_DIGITS}
        size="md"
        ref={input}
        data-autofocus
      />
      <FormActions submit={submitLabel ?? t('common:confirm')} busy={isPending} {...actions} />
    </Form>
  )
}
