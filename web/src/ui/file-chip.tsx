import { Download, FileText } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import styles from './file-chip.module.css'

interface Props {
  name: string
  /** The size of the file, or the progress of its upload. */
  text: string
  /** Saves the file; undefined while that is not possible. */
  onSave: (() => void) | undefined
  isSaving?: boolean
}

export function FileChip({ name, text, onSave, isSaving = false }: Props) {
  const { t } = useTranslation('files')
  const content = (
    <>
      <FileText size={20} aria-hidden />
      <span className={styles.words}>
        {onSave && <span className="k-visually-hidden">{t('download')} </span>}
        <strong>{name}</strong>
        <span>{text}</span>
      </span>
      {onSave && <Download size={17} aria-hidden />}
    </>
  )
  if (!onSave) return <span className={styles.chip}>{content}</span>
  return (
    <button type="button" className={styles.chip} disabled={isSaving} onClick={onSave}>
      {content}
    </button>
  )
}
