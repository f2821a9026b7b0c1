import { Button, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Save, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { inputOfBrief, type BriefInput, briefOfInput } from '@/domain/briefs/brief-form.ts'
import {
  briefTemplatesQuery,
  useSaveTemplate,
  type BriefTemplate,
} from '@/domain/briefs/templates.ts'
import * as z from 'zod/mini'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requiredText, useDraftForm } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import { toast } from '@/lib/toast.ts'
import { Form, FormActions } from '@/ui/form.tsx'
import styles from './brief.module.css'

const nameSchema = z.object({ name: requiredText(textKey('brief:name_needed')) })

interface Props {
  texts: BriefInput
  templates: readonly BriefTemplate[]
  onClose: () => void
}

/** Saves the typed texts as a template; a template with the same name is replaced. */
function SaveTemplateForm({ texts, templates, onClose }: Props) {
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
    <Form onSubmit={submit} text={t('save_template_text')}>
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

interface Reader {
  /** Returns the texts in the form's fields. */
  read: () => BriefInput
}

const useTemplates = () => useQuery({ ...briefTemplatesQuery(), meta: { silent: true } })

/** Fills the form with the texts of a saved template. */
export function TemplatePicker({ read, fill }: Reader & { fill: (texts: BriefInput) => void }) {
  const { t } = useTranslation('brief')
  const { data: templates = [] } = useTemplates()
  const [before, setBefore] = useState<BriefInput | null>(null)
  function choose(id: string | null) {
    const template = templates.find((each) => each.id === id)
    if (!template) return
    setBefore((kept) => kept ?? read())
    fill(inputOfBrief(template))
  }
  function undo() {
    if (before) fill(before)
    setBefore(null)
  }
  if (templates.length === 0) return null
  return (
    <div className={styles.start}>
      <Select
        label={t('template')}
        placeholder={t('template_choose')}
        data={templates.map(({ id, name }) => ({ value: id, label: name }))}
        value={null}
        onChange={choose}
        comboboxProps={{ withinPortal: true }}
      />
      {before && (
        <Button variant="subtle" leftSection={<Undo2 size={15} aria-hidden />} onClick={undo}>
          {t('template_undo')}
        </Button>
      )}
    </div>
  )
}

/** Button that saves the texts in the form as a template. */
export function SaveTemplate({ read }: Reader) {
  const { t } = useTranslation('brief')
  const { data: templates = [] } = useTemplates()
  const [saving, setSaving] = useState<BriefInput | null>(null)
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Save size={15} aria-hidden />}
        onClick={() => setSaving(read())}
      >
        {t('save_template')}
      </Button>
      <Dialog opened={saving !== null} onClose={() => setSaving(null)} title={t('save_template')}>
        {saving && (
          <SaveTemplateForm texts={saving} templates={templates} onClose={() => setSaving(null)} />
        )}
      </Dialog>
    </div>
  )
}
