import { Button } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { RestoredDraft } from '@/lib/form.ts'
import primitives from './primitives.module.css'

interface Props {
  form: RestoredDraft
  /** The files that are stored with the draft. */
  files?: { setFiles: (change: () => File[]) => void }
}

/** Says that the form started from a draft, and offers to discard it. */
export function DraftNote({ form, files }: Props) {
  const { t } = useTranslation()
  if (!form.isRestored) return null
  function discard() {
    form.discardDraft()
    files?.setFiles(() => [])
  }
  return (
    <div className={`${primitives.wrap} ${primitives.quote}`} role="status">
      <span>{t('draft_restored')}</span>
      <Button size="compact-sm" variant="subtle" onClick={discard}>
        {t('draft_discard')}
      </Button>
    </div>
  )
}
