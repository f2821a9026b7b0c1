import { Paperclip } from 'lucide-react'
import { isImage } from '@/domain/files/attachments.ts'
import { BlobImage } from '@/ui/blob-image.tsx'
import styles from './files.module.css'

/** Mark before the name of a file that is not sent yet: a preview of a picture, or a paperclip for other files. */
export const FileMark = ({ file }: { file: { type: string } }) =>
  file instanceof File && isImage(file.type) ? (
    <BlobImage content={file} alt="" className={styles.mark} />
  ) : (
    <Paperclip size={15} aria-hidden />
  )
