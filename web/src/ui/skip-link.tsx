import { useTranslation } from '@/lib/i18n/use-translation.ts'
import styles from './skip-link.module.css'

interface Props {
  /** The id of what comes after the part that is skipped. */
  to?: string
  children?: string
}

/** A stop of the keyboard that leads past the navigation, or past another long part. Shown when it has the focus. */
export function SkipLink({ to = 'content', children }: Props) {
  const { t } = useTranslation()
  return (
    <a href={`#${to}`} className={styles.skip}>
      {children ?? t('skip_to_content')}
    </a>
  )
}
