import { Button } from '@mantine/core'
import { CloudAlert } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import primitives from './primitives.module.css'
import styles from './page.module.css'

interface Props {
  /** The text for the member (`toUserMessage(error)`). */
  message: string
  title?: string
  onRetry?: () => void
  bare?: boolean
  heading?: 'h1' | 'h2'
}

export function ErrorState({
  heading: Heading = 'h2',
  message,
  title,
  onRetry,
  bare = false,
}: Props) {
  const { t } = useTranslation()
  return (
    <div className={`${styles.state} ${bare ? styles.bare : ''}`} role="alert">
      <span className={`${primitives.tile} ${styles.stateIcon} ${styles.bad}`}>
        <CloudAlert size={22} aria-hidden />
      </span>
      <Heading>{title ?? t('error_title')}</Heading>
      <p>{message}</p>
      {onRetry && (
        <Button mt={12} variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  )
}
