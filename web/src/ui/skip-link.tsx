import { useTranslation } from '@/lib/i18n/use-translation.ts'
import styles from './skip-link.module.css'

interface Props {
  /** Id of the element after the skipped part. */
  to?: string
  children?: string
}

/** A link to skip the navigation or another long part by keyboard. It is visible only when focused. */
export function SkipLink({ to = 'content', children }: Props) {
  const { t } = useTranslation()
  return (
    <a href={`#${to}`} className={styles.skip}>
      {children ?? t('skip_to_content')}
    </a>
  )
}
