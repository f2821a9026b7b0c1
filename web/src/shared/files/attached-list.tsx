import { ExternalLink } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { isImage } from '@/domain/files/attachments.ts'
import type { DeliveredFile } from '@/domain/orders/delivered-files.ts'
import { fileSize } from '@/lib/i18n/numbers.ts'
import { FileChip } from '@/ui/file-chip.tsx'
import styles from './files.module.css'
import { useStoredFile } from '@/domain/files/stored-file.ts'
import { StoredPicture } from './stored-picture.tsx'

function StoredFileChip({ file }: { file: DeliveredFile }) {
  const { t, i18n } = useTranslation('files')
  const { save, isSaving, verdict, sha256 } = useStoredFile(file.path, file.name)
  const size = fileSize(file.size, i18n.language)
  const chip = (
    <FileChip
      name={file.name}
      text={verdict === 'rejected' ? t('rejected') : size}
      onSave={save}
      isSaving={isSaving}
    />
  )
  // The hash lets both sides, and staff, compare a saved file with the one that was sent.
  const hash = sha256 && (
    <details className={styles.hash}>
      <summary>{t('details')}</summary>
      SHA-256 {sha256}
    </details>
  )
  // A picture is shown in the page only after the check of its content.
  const isPicture = isImage(file.type) && verdict === 'fine'
  return (
    <div className={isPicture ? styles.thumbnail : styles.file}>
      {isPicture && (
        <StoredPicture path={file.path} name={file.name}>
          <div className={styles.waiting} />
        </StoredPicture>
      )}
      {chip}
      {hash}
    </div>
  )
}

interface Props {
  links: readonly string[]
  files: readonly DeliveredFile[]
}

/** The links and files of a brief, a delivery or evidence; nothing if there are none. */
export function AttachedList({ links, files }: Props) {
  if (links.length + files.length === 0) return null
  return (
    <ul className={styles.links}>
      {links.map((link, index) => (
        <li key={`${index} ${link}`}>
          <ExternalLink size={15} aria-hidden />
          <a href={link} target="_blank" rel="noopener noreferrer nofollow">
            {link.replace(/^https?:\/\//i, '')}
          </a>
        </li>
      ))}
      {files.map((file) => (
        <li key={file.path}>
          <StoredFileChip file={file} />
        </li>
      ))}
    </ul>
  )
}
