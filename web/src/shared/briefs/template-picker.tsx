import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Save, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { inputOfBrief, type BriefInput } from '@/domain/briefs/brief-form.ts'
import styles from './brief.module.css'
import { SaveTemplateForm } from './save-template-form.tsx'
import { briefTemplatesQuery } from '@/domain/briefs/templates.ts'

interface Reader {
  /** Reads the fields of the form. */
  read: () => BriefInput
}

const useTemplates = () => useQuery({ ...briefTemplatesQuery(), meta: { silent: true } })

/** Fills the form from a saved template. */
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

/** Saves the fields of the form as a template. */
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
