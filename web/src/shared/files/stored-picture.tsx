import type { ReactNode } from 'react'
import { savedFileName } from '@/domain/files/attachments.ts'
import { usePicture } from '@/domain/files/stored-file.ts'
import { saveFile } from '@/lib/storage/save-file.ts'
import { BlobImage } from '@/ui/blob-image.tsx'
import { useInSight } from '@/ui/use-in-sight.ts'
import styles from './files.module.css'

interface Props {
  path: string
  name: string
  /** Content that is shown until the picture is loaded. */
  children: ReactNode
}

const NEARLY_IN_SIGHT = { rootMargin: '400px' }

/** A picture that loads when it is near the visible area, like an image with `loading="lazy"`. */
export function StoredPicture({ path, name, children }: Props) {
  const { ref, inSight } = useInSight(NEARLY_IN_SIGHT)
  const content = usePicture(path, inSight)
  return <div ref={ref}>{content ? <Picture content={content} name={name} /> : children}</div>
}

function Picture({ content, name }: { content: Blob; name: string }) {
  return (
    <button
      type="button"
      className={styles.image}
      onClick={() => saveFile(content, savedFileName(name, content.type))}
    >
      <BlobImage content={content} alt={name} />
    </button>
  )
}
