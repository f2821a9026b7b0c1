import { Textarea } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import { useAppeal } from './queries.ts'

const NEEDED = textKey('suspension:appeal_needed')
const schema = z.object({ reason: requiredText(NEEDED) })

export function AppealForm({ profileId, onClose }: { profileId: string; onClose: () => void }) {
  const { t } = useTranslation('suspension')
  const appeal = useAppeal(profileId)
  const { fieldOf, handleSubmit } = useDraftForm(schema, { reason: '' }, 'suspension:appeal')
  return (
    <Form onSubmit={handleSubmit(({ reason }) => appeal.mutateAsync(reason).then(onClose))}>
      <Textarea label={t('appeal_label')} maxLength={5000} data-autofocus {...fieldOf('reason')} />
      <FormActions submit={t('send')} busy={appeal.isPending} onCancel={onClose} />
    </Form>
  )
}
