import { Stack, Text, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormEnd, type FormProps } from './form-end.tsx'
import type { OrderMove } from './use-order-action.ts'

const TEXT_MAX = 5000

interface TextFormProps extends FormProps {
  text: string
  effect?: ReactNode
  label: string
  submit: string
  required: boolean
  danger?: boolean
  toMove: (text: string) => OrderMove
}

/** A decision with words: why it is declined, what should change, what the dispute is about. */
export function TextForm({
  text,
  effect,
  label,
  submit,
  required,
  danger,
  toMove,
  ...rest
}: TextFormProps) {
  const { t } = useTranslation('orders')
  const { register, handleSubmit, formState } = useForm({ defaultValues: { words: '' } })
  return (
    <form onSubmit={handleSubmit(({ words }) => rest.onSubmit(toMove(words.trim())))} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        {effect}
        <Textarea
          label={label}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={TEXT_MAX}
          data-autofocus
          error={formState.errors.words?.message}
          {...register('words', {
            validate: (words) => !required || words.trim() !== '' || t('text_needed'),
          })}
        />
        <FormEnd label={submit} danger={danger} {...rest} />
      </Stack>
    </form>
  )
}
