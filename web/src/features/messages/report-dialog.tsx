import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { toast } from '@/lib/toast.ts'
import { useReportMessage } from './queries.ts'
import type { Message } from './thread-state.ts'
import styles from './messages.module.css'

function ReportForm({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation(['messages', 'common'])
  const report = useReportMessage()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { reason: '' } })
  const submit = handleSubmit(({ reason }) =>
    report.mutate(
      { messageId: message.id, reason: reason.trim() },
      {
        onSuccess: () => {
          onClose()
          toast.success(t('report_done'))
        },
      },
    ),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('report_text')}
        </Text>
        <blockquote className={styles.quote}>{message.content || message.file_name}</blockquote>
        <Textarea
          label={t('report_reason')}
          autosize
          minRows={3}
          maxLength={1000}
          data-autofocus
          error={formState.errors.reason?.message}
          {...register('reason', {
            validate: (reason) => reason.trim() !== '' || t('report_reason_needed'),
          })}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" color="red" loading={report.isPending}>
            {t('report_submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

export function ReportDialog(props: { message: Message | null; onClose: () => void }) {
  const { t } = useTranslation(['messages', 'common'])
  return (
    <Modal
      opened={props.message !== null}
      onClose={props.onClose}
      title={t('report_title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {props.message && <ReportForm message={props.message} onClose={props.onClose} />}
    </Modal>
  )
}
