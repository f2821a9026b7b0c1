import { useCallback, type ReactNode } from 'react'
import { useIntersection } from '@mantine/hooks'
import { usePicture } from '@/domain/files/stored-file.ts'
import { saveFile } from '@/lib/storage/save-file.ts'
import styles from './files.module.css'

interface Props {
  path: string
  name: string
  /** Shown until it is loaded. */
  children: ReactNode
}

/** Picture that is loaded when it is near the visible area, like an image with `loading="lazy"`. */
export function StoredPicture({ path, name, children }: Props) {
  const { ref, entry } = useIntersection<HTMLDivElement>({ rootMargin: '400px' })
  const content = usePicture(path, entry?.isIntersecting ?? false)
  return <div ref={ref}>{content ? <Picture content={content} name={name} /> : children}</div>
}

function Picture({ content, name }: { content: Blob; name: string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(content)
      return () => URL.revokeObjectURL(image.src)
    },
    [content],
  )
  return (
    <button type="button" className={styles.image} onClick={() => saveFile(content, name)}>
      <img ref={show} alt={name} />
    </button>
  )
}
