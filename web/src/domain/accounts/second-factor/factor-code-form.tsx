import { Alert, Button, Group, Select, Stack } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { APP_CODE_DIGITS } from '@/lib/constants.ts'
import { formMessage } from '@/lib/errors.ts'
import { CodeField } from '@/ui/code-field.tsx'
import type { Factor } from '../factors.ts'

interface Props {
  factors: Factor[]
  /** What the button does once the code is right. */
  submitLabel?: string
  danger?: boolean
  error: unknown
  isPending: boolean
  onSubmit: (answer: { factorId: string; code: string }) => void
  /** Beside the button: the way back. */
  aside?: ReactNode
}

/** Asks for the code that an authenticator app shows now. */
export function FactorCodeForm({ factors, error, isPending, onSubmit, ...look }: Props) {
  const { t } = useTranslation(['security', 'common'])
  const [factorId, setFactorId] = useState(factors[0]?.id ?? '')
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)

  // The one thing to do here; a dialog moves the focus only when it opens.
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  function submit() {
    setShort(code.length < APP_CODE_DIGITS)
    if (code.length === APP_CODE_DIGITS) onSubmit({ factorId, code })
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        // Inside a dialog over another form, only this one is sent.
        event.preventDefault()
        event.stopPropagation()
        submit()
      }}
    >
      <Stack gap="md">
        {error !== null && error !== undefined && (
          <Alert color="red" role="alert">
            {formMessage(error)}
          </Alert>
        )}
        {factors.length > 1 && (
          <Select
            label={t('code.which')}
            data={factors.map(({ id, name }) => ({ value: id, label: name || t('code.unnamed') }))}
            value={factorId}
            allowDeselect={false}
            onChange={(id) => id && setFactorId(id)}
          />
        )}
        <CodeField
          label={t('code.label')}
          description={t('code.hint')}
          digits={APP_CODE_DIGITS}
          value={code}
          onChange={setCode}
          error={isShort ? t('code.short', { count: APP_CODE_DIGITS }) : undefined}
          size="md"
          ref={field}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          {look.aside}
          <Button type="submit" loading={isPending} color={look.danger ? 'red' : undefined}>
            {look.submitLabel ?? t('common:confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
