import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { toast } from '@/lib/toast.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { QuotedText } from '@/ui/member-text.tsx'
import type { Message } from '@/domain/messages/thread-state.ts'
import { useMutation } from '@tanstack/react-query'
import { supabase, unwrap } from '@/lib/api/supabase.ts'
import { Textarea } from '@/ui/textarea.tsx'

function useReportMessage() {
  return useMutation({
    mutationFn: ({ messageId, reason }: { messageId: string; reason: string }) =>
      unwrap(supabase.rpc('report_message', { message_id: messageId, reason })),
  })
}

const reportSchema = z.object({ reason: requiredText(textKey('messages:report_reason_needed')) })

function ReportForm({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation(['messages', 'common'])
  const report = useReportMessage()
  const { fieldOf, handleSubmit } = useDraftForm(
    reportSchema,
    { reason: '' },
    `report:${message.id}`,
  )
  const submit = handleSubmit(({ reason }) =>
    report.mutateAsync({ messageId: message.id, reason }).then(() => {
      onClose()
      toast.success(t('report_done'))
    }),
  )
  return (
    <Form onSubmit={submit} text={t('report_text')}>
      <QuotedText text={message.content || (message.file_name ?? '')} />
      <Textarea
        label={t('report_reason')}
        minRows={3}
        maxLength={LIMITS.message_reports_reason_length.max}
        data-autofocus
        {...fieldOf('reason')}
      />
      <FormActions submit={t('report_submit')} busy={report.isPending} danger onCancel={onClose} />
    </Form>
  )
}

export function ReportDialog(props: { message: Message | null; onClose: () => void }) {
  const { t } = useTranslation(['messages', 'common'])
  return (
    <Dialog opened={props.message !== null} onClose={props.onClose} title={t('report_title')}>
      {props.message && <ReportForm message={props.message} onClose={props.onClose} />}
    </Dialog>
  )
}
