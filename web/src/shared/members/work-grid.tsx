import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { platformName } from '@/domain/market/market.ts'
import { isMadeHere, type Work } from '@/domain/members/works.ts'
import { lazyDialog } from '@/ui/loadable.tsx'
import primitives from '@/ui/primitives.module.css'
import { WorkPicture } from './work-picture.tsx'
import styles from './works.module.css'

const WorkDialog = lazyDialog(() => import('./work-dialog.tsx'), 'WorkDialog', 'work')

/** Works in a grid; a press opens a work in full size. */
export function WorkGrid({ works }: { works: Work[] }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Work | null>(null)
  if (works.length === 0) return null
  return (
    <>
      <ul className={styles.works} aria-label={t('works.title')}>
        {works.map((work) => (
          <li key={work.image}>
            <button type="button" className={styles.work} onClick={() => setOpen(work)}>
              <WorkPicture path={work.thumbnail} />
              <strong>
                <bdi>{work.title}</bdi>
              </strong>
              {work.platform && (
                <span className={primitives.quiet}>{platformName(work.platform)}</span>
              )}
              {isMadeHere(work) && <span className={primitives.quiet}>{t('works.made_here')}</span>}
            </button>
          </li>
        ))}
      </ul>
      <WorkDialog work={open} onClose={() => setOpen(null)} />
    </>
  )
}
