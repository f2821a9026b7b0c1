import { Download, FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './file-chip.module.css'

interface Props {
  name: string
  /** Its size, or how far it is. */
  text: string
  /** Without one it cannot be opened yet. */
  url: string | undefined
}

export function FileChip({ name, text, url }: Props) {
  const { t } = useTranslation('files')
  const content = (
    <>
      <FileText size={20} aria-hidden />
      <span className={styles.words}>
        {url && <span className="k-visually-hidden">{t('download')} </span>}
        <strong>{name}</strong>
        <span>{text}</span>
      </span>
      {url && <Download size={17} aria-hidden />}
    </>
  )
  if (!url) return <span className={styles.chip}>{content}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" download={name} className={styles.chip}>
      {content}
    </a>
  )
}
