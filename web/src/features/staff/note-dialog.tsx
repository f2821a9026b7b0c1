import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

interface Props {
  opened: boolean
  onClose: () => void
  title: string
  label: string
  submit: string
  busy: boolean
  onSubmit: (note: string) => void
  children?: ReactNode
}

function NoteForm({ onClose, label, submit, busy, onSubmit, children }: Props) {
  const { t } = useTranslation(['staff', 'common'])
  const { register, handleSubmit, formState } = useForm({ defaultValues: { note: '' } })
  return (
    <form onSubmit={handleSubmit(({ note }) => onSubmit(note.trim()))} noValidate>
      <Stack gap="md">
        {children}
        <Textarea
          label={label}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2000}
          data-autofocus
          error={formState.errors.note?.message}
          {...register('note', { validate: (note) => note.trim() !== '' || t('note_needed') })}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** An act of staff that needs its reason in words. */
export function NoteDialog(props: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {props.opened && <NoteForm {...props} />}
    </Modal>
  )
}
