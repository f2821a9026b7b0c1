import { Text, TextInput } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import * as z from 'zod/mini'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { toast } from '@/lib/toast.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import { briefOfInput, type BriefInput } from '@/domain/briefs/brief-form.ts'
import { useSaveTemplate, type BriefTemplate } from '@/domain/briefs/templates.ts'

const nameSchema = z.object({ name: requiredText(textKey('brief:name_needed')) })

interface Props {
  texts: BriefInput
  templates: readonly BriefTemplate[]
  onClose: () => void
}

/** Names what was typed as a template; the name of one that there is replaces it. */
export function SaveTemplateForm({ texts, templates, onClose }: Props) {
  const { t } = useTranslation(['brief', 'common'])
  const save = useSaveTemplate()
  const { fieldOf, handleSubmit, watch } = useDraftForm(
    nameSchema,
    { name: '' },
    'brief-template:name',
  )
  const called = watch('name').trim()
  const replaced = templates.find(({ name }) => name === called)
  const submit = handleSubmit(({ name }) =>
    save.mutateAsync({ id: replaced?.id ?? null, name, ...briefOfInput(texts) }).then(() => {
      onClose()
      toast.success(t('template_saved', { name }))
    }),
  )
  return (
    <Form onSubmit={submit}>
      <Text size="sm" c="dimmed">
        {t('save_template_text')}
      </Text>
      <TextInput
        label={t('common:name')}
        description={replaced && t('name_replaces')}
        maxLength={LIMITS.brief_templates_name_length.max}
        data-autofocus
        {...fieldOf('name')}
      />
      <FormActions
        submit={t(replaced ? 'template_replace' : 'common:save')}
        busy={save.isPending}
        onCancel={onClose}
      />
    </Form>
  )
}
