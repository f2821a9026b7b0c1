import { useState } from 'react'
import { imageUrl, loadingOf } from '@/domain/members/images.ts'
import { THUMBNAIL } from '@/domain/members/works.ts'
import styles from './works.module.css'

/** A picture of a work as cards show it; its title stands beside it. Its place stays when it does not load. */
export function WorkPicture({ path }: { path: string | null | undefined }) {
  const [failed, setFailed] = useState<string>()
  const source = imageUrl(path)
  if (!source || failed === source) return <span className={styles.picture} />
  return (
    <img
      src={source}
      alt=""
      {...THUMBNAIL}
      {...loadingOf(source)}
      className={styles.picture}
      onError={() => setFailed(source)}
    />
  )
}
