import { useState } from 'react'
import { imageUrl, loadingAttributes } from '@/domain/members/images.ts'
import { THUMBNAIL } from '@/domain/members/works.ts'
import styles from './works.module.css'

/** The picture of a work on a card, without a text because the title is beside it. If it does not load, its place stays empty. */
export function WorkPicture({ path }: { path: string | null | undefined }) {
  const [failed, setFailed] = useState<string>()
  const source = imageUrl(path)
  if (!source || failed === source) return <span className={styles.picture} />
  return (
    <img
      src={source}
      alt=""
      {...THUMBNAIL}
      {...loadingAttributes(source)}
      className={styles.picture}
      onError={() => setFailed(source)}
    />
  )
}
