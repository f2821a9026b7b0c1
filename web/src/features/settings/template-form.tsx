import { TextInput } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { BriefFields } from '@/shared/briefs/brief-fields.tsx'
import { briefOfInput, briefShape, EMPTY_BRIEF, inputOfBrief } from '@/domain/briefs/brief-form.ts'
import { useSaveTemplate, type BriefTemplate } from '@/domain/briefs/templates.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'

const templateSchema = z.object({
  name: requiredText(textKey('brief:name_needed')),
  ...briefShape,
})

interface Props {
  /** The template to edit; null for a new one. */
  template: BriefTemplate | null
  onClose: () => void
}

function TemplateForm({ template, onClose }: Props) {
  const { t } = useTranslation(['brief', 'common'])
  const save = useSaveTemplate()
  const { fieldOf, handleSubmit } = useDraftForm(
    templateSchema,
    template ? { name: template.name, ...inputOfBrief(template) } : { name: '', ...EMPTY_BRIEF },
    `brief-template:${template?.id ?? 'new'}`,
  )
  const submit = handleSubmit(({ name, ...texts }) =>
    save.mutateAsync({ id: template?.id ?? null, name, ...briefOfInput(texts) }).then(onClose),
  )
  return (
    <Form onSubmit={submit}>
      <TextInput
        label={t('common:name')}
        maxLength={LIMITS.brief_templates_name_length.max}
        data-autofocus
        {...fieldOf('name')}
      />
      <BriefFields fieldOf={fieldOf} isOptional />
      <FormActions submit={t('common:save')} busy={save.isPending} onCancel={onClose} />
    </Form>
  )
}

interface TemplateDialogProps {
  /** The template to edit, or `new`; null while the dialog is closed. */
  edited: BriefTemplate | 'new' | null
  onClose: () => void
}

export function TemplateDialog({ edited, onClose }: TemplateDialogProps) {
  const { t } = useTranslation('brief')
  return (
    <Dialog
      opened={edited !== null}
      onClose={onClose}
      title={t(edited === 'new' ? 'template_new' : 'template_edit')}
      size="lg"
    >
      {edited && <TemplateForm template={edited === 'new' ? null : edited} onClose={onClose} />}
    </Dialog>
  )
}
